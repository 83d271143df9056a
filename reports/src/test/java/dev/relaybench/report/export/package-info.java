/// Tests of the package of the same name.
@NullMarked
package dev.relaybench.report.export;

import org.jspecify.annotations.NullMarked;
