package dev.relaybench.chaos;

import dev.relaybench.harness.run.Progress;
import dev.relaybench.harness.testbed.Testbed;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// One embedded testbed for all test classes that ask for one; each run in it has its own database and topic.
final class SharedTestbed implements BeforeAllCallback, ParameterResolver {
    @Override
    public void beforeAll(ExtensionContext context) {
        testbed(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Testbed.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return testbed(context);
    }

    /// The store of the root closes what it holds when all tests are done.
    private static Testbed testbed(ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(SharedTestbed.class))
                .computeIfAbsent("testbed", key -> new EnvironmentOptions().open(Progress.SILENT), Testbed.class);
    }
}
