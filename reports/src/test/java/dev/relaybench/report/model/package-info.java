/// Tests of the package of the same name.
@NullMarked
package dev.relaybench.report.model;

import org.jspecify.annotations.NullMarked;
