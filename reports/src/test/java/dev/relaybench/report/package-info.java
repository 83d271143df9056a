/// Tests of whole reports, written from the stored runs.
@NullMarked
package dev.relaybench.report;

import org.jspecify.annotations.NullMarked;
