/// Tests of the package of the same name.
@NullMarked
package dev.relaybench.report.svg;

import org.jspecify.annotations.NullMarked;
