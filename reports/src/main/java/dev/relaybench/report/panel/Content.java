package dev.relaybench.report.panel;

import dev.relaybench.report.model.Status;
import dev.relaybench.report.svg.Svg;
import java.util.List;
import java.util.Optional;

/// What a panel consists of. Renderers handle every kind in an exhaustive switch.
public sealed interface Content {
    /// A heading below the panel's own.
    ///
    /// @param level 3 or 4; a panel's title is 2
    /// @param id anchor
    record Heading(int level, String id, Text text) implements Content {}

    /// A paragraph.
    record Paragraph(Text text) implements Content {}

    /// A statement that stands out, coloured by a status.
    record Notice(Status status, Text text) implements Content {}

    /// A list of points.
    record Points(List<Text> items) implements Content {
        public Points {
            items = List.copyOf(items);
        }
    }

    /// Terms and what they mean.
    record Definitions(List<Definition> items) implements Content {
        public Definitions {
            items = List.copyOf(items);
        }
    }

    /// One term.
    record Definition(String term, Text text) {}

    /// A table. The first cell of each line names it.
    record Table(String caption, List<Column> columns, List<Line> lines) implements Content {
        public Table {
            columns = List.copyOf(columns);
            lines = List.copyOf(lines);
        }
    }

    /// A column.
    ///
    /// @param number whether it holds numbers, which are set flush right
    record Column(String title, boolean number) {
        /// A column of words.
        public static Column words(String title) {
            return new Column(title, false);
        }

        /// A column of numbers.
        public static Column numbers(String title) {
            return new Column(title, true);
        }
    }

    /// A line of a table.
    ///
    /// @param status how it ended, where that is what the table is about
    record Line(Optional<Status> status, List<Text> cells) {
        public Line {
            cells = List.copyOf(cells);
        }

        /// A line without a status.
        public static Line of(Text... cells) {
            return new Line(Optional.empty(), List.of(cells));
        }
    }

    /// A figure with its caption.
    record Figure(Svg svg, Text caption) implements Content {}

    /// A command or another text in which each character counts.
    record CodeBlock(String text) implements Content {}

    /// Content that is folded away at first.
    record Details(String summary, List<Content> body) implements Content {
        public Details {
            body = List.copyOf(body);
        }
    }
}
