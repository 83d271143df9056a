/// Tests of the package of the same name.
@NullMarked
package dev.relaybench.report.run;

import org.jspecify.annotations.NullMarked;
