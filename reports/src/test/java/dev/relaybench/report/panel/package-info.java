/// Tests of the package of the same name.
@NullMarked
package dev.relaybench.report.panel;

import org.jspecify.annotations.NullMarked;
