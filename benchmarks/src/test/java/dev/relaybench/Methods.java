package dev.relaybench;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// The methods of source files, as the compiler's own parser sees them.
final class Methods {
    private Methods() {}

    /// One method or constructor that is written out; those that records have by themselves do not count.
    record Method(String file, String name, boolean constructor, long lines, int parameters) {}

    static Stream<Method> in(List<Path> files) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask) compiler.getTask(
                    null, manager, diagnostic -> {}, List.of(), null, manager.getJavaFileObjectsFromPaths(files));
            var methods = new ArrayList<Method>();
            var positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                new Scanner(unit, positions, methods).scan(unit, null);
            }
            return methods.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Scanner extends TreePathScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<Method> found;

        Scanner(CompilationUnitTree unit, SourcePositions positions, List<Method> found) {
            this.unit = unit;
            this.positions = positions;
            this.found = found;
        }

        @Override
        public Void visitMethod(MethodTree method, Void unused) {
            boolean constructor = method.getReturnType() == null;
            boolean inRecord = getCurrentPath().getParentPath().getLeaf() instanceof ClassTree type
                    && type.getKind() == Tree.Kind.RECORD;
            if (!(constructor && inRecord)) {
                found.add(new Method(
                        unit.getSourceFile().getName(),
                        method.getName().toString(),
                        constructor,
                        lineOf(positions.getEndPosition(unit, method))
                                - lineOf(positions.getStartPosition(unit, method))
                                + 1,
                        method.getParameters().size()));
            }
            return super.visitMethod(method, null);
        }

        private long lineOf(long position) {
            return unit.getLineMap().getLineNumber(position);
        }
    }
}
