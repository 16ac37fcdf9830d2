/** The ID of a command that package.json contributes; scripts/check-manifest.mjs checks that it does. */
export type CommandId = `partnerLogs.${string}`;
