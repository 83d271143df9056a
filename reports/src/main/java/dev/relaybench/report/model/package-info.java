/// What a report says about runs before it has any format: rows, their order, their words and numbers.
///
/// Reads only what `run` stores; knows no HTML, no Markdown and no figure.
@NullMarked
package dev.relaybench.report.model;

import org.jspecify.annotations.NullMarked;
