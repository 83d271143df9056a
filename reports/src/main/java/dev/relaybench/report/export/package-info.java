/// The report for machines: results.json, JUnit XML and the badge.
@NullMarked
package dev.relaybench.report.export;

import org.jspecify.annotations.NullMarked;
