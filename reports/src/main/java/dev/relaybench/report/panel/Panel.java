package dev.relaybench.report.panel;

import dev.relaybench.report.model.Report;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/// A part of the report. To add one, write a class with `@AutoService(Panel.class)`; nothing else names it.
///
/// A panel gets every report, also an empty one or one with interrupted runs, and says why it has nothing to show.
public interface Panel {
    /// Every panel, by order and then by title.
    static List<Panel> all() {
        return ServiceLoader.load(Panel.class, Panel.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparingInt(Panel::order).thenComparing(Panel::title))
                .toList();
    }

    /// Where it stands; lower is further up.
    int order();

    /// Anchor of the panel.
    String id();

    /// Heading of the panel.
    String title();

    /// Whether it belongs in the short Markdown summary as well.
    default boolean inSummary() {
        return true;
    }

    /// What it shows. No content leaves the panel out.
    List<Content> draw(Report report);
}
