import type { Flag } from './flags.ts'
import { QUIET_FLAG } from './remarks.ts'

export const PROGRAM = 'authz-playground'

/** The help of a command. */
export interface CommandHelp {
  readonly name: string
  readonly summary: string
  readonly usage: readonly string[]
  readonly text: string
  readonly flags: readonly Flag[]
  readonly examples: readonly string[]
}

/** Help for the program. */
export function programHelp(commands: readonly CommandHelp[]): string {
  return `${PROGRAM}: what kube-apiserver answers to a request, and why.

Usage: ${PROGRAM} COMMAND …

Commands:
${listed(commands)}
${PROGRAM} COMMAND --help explains each; ${PROGRAM} --version prints the version.
`
}

/** Help for a word that is the beginning of several commands. */
export function groupHelp(group: string, commands: readonly CommandHelp[]): string {
  const own = commands.filter(({ name }) => name.startsWith(`${group} `))
  return `Usage: ${PROGRAM} ${group} COMMAND …

Commands:
${listed(own)}
${PROGRAM} ${group} COMMAND --help explains each.
`
}

function listed(commands: readonly CommandHelp[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`).join('')
}

/** Help for one command. */
export function commandHelp({ name, summary, usage, text, flags, examples }: CommandHelp): string {
  const prefix = `${PROGRAM} ${name}`
  const rows = [...flags, ...COMMON_FLAGS].map(({ name, short, value, many, help }) => {
    const flag = `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
    return [flag, many === undefined ? help : `${help}; may be repeated`] as const
  })
  const width = Math.max(...rows.map(([flag]) => flag.length).filter((length) => length <= WIDEST))
  const listed = rows.map(([flag, help]) =>
    flag.length > width ? `  ${flag}\n  ${' '.repeat(width)}  ${help}\n` : `  ${flag.padEnd(width)}  ${help}\n`,
  )
  return `${prefix}: ${summary}

Usage:
${usage.map((one) => `  ${prefix} ${one}\n`).join('')}
${text}

Flags:
${listed.join('')}
Examples:
${examples.map((one) => `  ${prefix} ${one}\n`).join('')}`
}

/** The help of longer flags is on a line of its own. */
const WIDEST = 30

/** The flags of every command. */
export const COMMON_FLAGS: readonly Flag[] = [QUIET_FLAG, { name: 'help', short: 'h', help: 'print this' }]
