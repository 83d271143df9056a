package dev.relaybench.harness.toxiproxy;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// All kinds of toxics on the class path, by name.
final class ToxicTypes {
    private static final Map<String, ToxicType> BY_NAME =
            ServiceLoader.load(ToxicType.class, ToxicType.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .collect(Collectors.toUnmodifiableMap(ToxicType::name, Function.identity()));

    private ToxicTypes() {}

    static @Nullable ToxicType named(String name) {
        return BY_NAME.get(name);
    }
}
