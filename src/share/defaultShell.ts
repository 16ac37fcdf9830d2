/** Returns true if commands for the editor's default shell use the syntax of PowerShell, which also runs from `cmd`. */
export function usesPowerShell(shell: string, platform: NodeJS.Platform): boolean {
  const name = shell.split(/[\\/]/).at(-1) ?? '';
  return name === '' ? platform === 'win32' : /^(?:pwsh|powershell|cmd)(?:\.exe)?$/i.test(name);
}
