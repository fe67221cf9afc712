import { type FlagDefinition, flagDefinitions } from './flags.ts'

/** Names that only group other commands. */
const GROUPS = new Set(['auth', 'certificate', 'create secret', 'create service', 'rollout', 'set', 'top'])

/** Full names of commands by their aliases. */
const ALIASES: Readonly<Record<string, string>> = {
  'create cj': 'create cronjob',
  'create cm': 'create configmap',
  'create deploy': 'create deployment',
  'create ing': 'create ingress',
  'create ns': 'create namespace',
  'create pc': 'create priorityclass',
  'create pdb': 'create poddisruptionbudget',
  'create resourcequota': 'create quota',
  'create sa': 'create serviceaccount',
  'create svc': 'create service',
  'set sa': 'set serviceaccount',
  'top no': 'top node',
  'top nodes': 'top node',
  'top po': 'top pod',
  'top pods': 'top pod',
}

/** Commands that only use files and settings of the local machine. */
export const WITHOUT_REQUEST: ReadonlySet<string> = new Set([
  'alpha',
  'completion',
  'config',
  'help',
  'kuberc',
  'kustomize',
  'options',
  'plugin',
])

/** Known commands that no single request can represent, each with the reason as the rest of a sentence. */
export const NOT_PLAYED: ReadonlyMap<string, string> = new Map([
  ['diff', 'gets each object and sends its change as a dry run'],
  ['proxy', 'opens a port and forwards all requests to it'],
  ['apply edit-last-applied', 'edits an annotation'],
  ['apply set-last-applied', 'patches an annotation of each object'],
  ['apply view-last-applied', 'reads an annotation'],
  ['auth reconcile', 'gets each role and binding and creates or updates it'],
  ['cluster-info dump', 'lists nearly everything'],
])

/** Commands that need the same permissions as one that is not played, in a sentence each. */
export const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['diff', 'Write kubectl apply --dry-run=server with the same files: it needs the same permissions.'],
  [
    'auth reconcile',
    'Write kubectl apply with the same files for what does not exist (get and create), kubectl replace for the rest (get and update).',
  ],
])

/** The own flags of commands, in the notation of `flags.ts`, by the full names of the commands. */
export type CommandFlags = Readonly<Record<string, { readonly flags: string }>>

/** Looks up commands by their names. */
export class CommandTable {
  readonly #commands: CommandFlags
  readonly #definitions = new Map<string, readonly FlagDefinition[]>()

  constructor(commands: CommandFlags) {
    this.#commands = commands
  }

  /** Whether this is the name of a command, and not of a group. */
  isCommand(path: string): boolean {
    return Object.hasOwn(this.#commands, path)
  }

  /** Whether this is the name of a command or of a group. */
  has(path: string): boolean {
    return this.isCommand(path) || isGroup(path) || NOT_PLAYED.has(path) || WITHOUT_REQUEST.has(path)
  }

  /** The names that can follow a command to make a longer one; `''` gives all commands. */
  subcommandsOf(path: string): readonly string[] {
    const prefix = path === '' ? '' : `${path} `
    const paths = [...Object.keys(this.#commands), ...GROUPS, ...NOT_PLAYED.keys(), ...WITHOUT_REQUEST]
    const below = paths
      .filter((one) => one.startsWith(prefix))
      .map((one) => one.slice(prefix.length).split(' ')[0] ?? '')
    return [...new Set(below)].filter((name) => name !== '')
  }

  /** The flags that a command understands, its own and the global ones. */
  flagsOf(path: string): readonly FlagDefinition[] {
    const known = this.#definitions.get(path)
    if (known !== undefined) return known
    const definitions = flagDefinitions((this.isCommand(path) ? this.#commands[path]?.flags : undefined) ?? '')
    this.#definitions.set(path, definitions)
    return definitions
  }
}

/** Whether the next word may continue the name of the command. */
export function isGroup(path: string): boolean {
  return GROUPS.has(path)
}

/** The full name of a command that may be typed by an alias. */
export function fullName(path: string): string {
  return Object.hasOwn(ALIASES, path) ? (ALIASES[path] ?? path) : path
}
