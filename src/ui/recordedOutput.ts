import type * as vscode from 'vscode';

/** An output channel whose last lines can be read. The editor's API does not support this. */
export interface RecordedOutput extends vscode.LogOutputChannel {
  /** The last lines, oldest first. */
  latest(): readonly string[];
}

const KEPT = 20;

/** Wraps an output channel and keeps its last lines. */
export function recorded(output: vscode.LogOutputChannel): RecordedOutput {
  const lines: string[] = [];
  const recording = (level: 'info' | 'warn' | 'error') => ({
    value: (message: string | Error) => {
      lines.push(`${new Date().toISOString()} [${level}] ${message}`);
      if (lines.length > KEPT) lines.shift();
      output[level](String(message));
    },
  });
  return Object.create(output, {
    info: recording('info'),
    warn: recording('warn'),
    error: recording('error'),
    latest: { value: () => [...lines] },
  });
}
