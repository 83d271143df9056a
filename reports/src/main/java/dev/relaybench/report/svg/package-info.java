/// Figures as SVG text: the timeline of a run, and its trials beside their bound.
///
/// The same run always gives the same text. Colours are presentation attributes, so that a figure is whole where a
/// page's style sheet is not allowed; nothing here may need a script or a font of its own.
@NullMarked
package dev.relaybench.report.svg;

import org.jspecify.annotations.NullMarked;
