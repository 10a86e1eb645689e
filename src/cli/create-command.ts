import type { Command } from 'commander';

/** A command that prints and ends as all of ours do. */
export function createCommand(command: Command, print: (text: string) => void): Command {
  return command
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: () => {} })
    .configureHelp({ styleTitle: (title) => `\x1b[1m${title}\x1b[22m` });
}
