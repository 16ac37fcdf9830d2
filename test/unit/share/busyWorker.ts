/** A thread that never finishes. */
for (;;);
