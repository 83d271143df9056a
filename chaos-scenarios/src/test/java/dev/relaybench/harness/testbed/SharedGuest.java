package dev.relaybench.harness.testbed;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// One testbed known by its addresses, for all test classes that ask for it.
public final class SharedGuest implements BeforeAllCallback, ParameterResolver {
    @Override
    public void beforeAll(ExtensionContext context) {
        guest(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Guest.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return guest(context);
    }

    /// The store of the root closes what it holds when all tests are done.
    private static Guest guest(ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(SharedGuest.class))
                .computeIfAbsent("guest", key -> Guest.start(), Guest.class);
    }
}
