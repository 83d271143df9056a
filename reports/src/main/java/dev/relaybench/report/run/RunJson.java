package dev.relaybench.report.run;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// JSON files of the stored format: strict when read, the same bytes each time when written.
public final class RunJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();

    private RunJson() {}

    /// The value as indented JSON, with a line break at its end.
    public static String text(Object value) {
        return MAPPER.writeValueAsString(value) + "\n";
    }

    /// Writes the whole file or leaves the old one as it was.
    ///
    /// @throws RunFormatException if the file cannot be written
    public static void write(Path file, Object value) {
        Path next = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            Files.writeString(next, text(value));
            replace(next, file);
        } catch (IOException e) {
            throw new RunFormatException(
                    "Cannot write " + file + " (" + e + "): check that its directory exists, is writable and has room.",
                    e);
        }
    }

    /// Reads a file whose root object has a `schemaVersion`.
    ///
    /// @throws RunFormatException if it is missing, damaged, incomplete or newer than this code
    static <T extends Record> T read(Path file, Class<T> type) {
        try {
            JsonNode root = MAPPER.readTree(Files.readString(file));
            checkVersion(file, root);
            T value = MAPPER.treeToValue(root, type);
            Completeness.check(file, value);
            return value;
        } catch (NoSuchFileException e) {
            throw new RunFormatException(
                    file + " is missing: the run is not whole, so repeat it or remove its directory.", e);
        } catch (IOException e) {
            throw new RunFormatException("Cannot read " + file + " (" + e + "): check its permissions.", e);
        } catch (JacksonException e) {
            throw new RunFormatException(
                    file + " is damaged or cut short (" + firstLine(e) + "): repeat the run or remove its directory.",
                    new IOException(e));
        }
    }

    private static void checkVersion(Path file, JsonNode root) {
        JsonNode version = root.path("schemaVersion");
        if (!version.isInt() || version.asInt() < 1) {
            throw new RunFormatException(file + " has no schemaVersion, so it is damaged or not a file of relaybench:"
                    + " repeat the run or remove the file.");
        }
        if (version.asInt() > RunDirectory.SCHEMA_VERSION) {
            throw new RunFormatException(file + " has format version " + version.asInt() + " and this relaybench reads"
                    + " up to " + RunDirectory.SCHEMA_VERSION + ": use the newer relaybench that wrote it.");
        }
    }

    private static String firstLine(JacksonException e) {
        String message = e.getOriginalMessage();
        String line = message == null
                ? e.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
        return e.getLocation() == null || e.getLocation().getLineNr() < 1
                ? line
                : line + ", line " + e.getLocation().getLineNr();
    }

    private static void replace(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
