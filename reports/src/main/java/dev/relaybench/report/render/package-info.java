/// Content as HTML and as Markdown. Everything that came from a run is escaped here and nowhere else.
@NullMarked
package dev.relaybench.report.render;

import org.jspecify.annotations.NullMarked;
