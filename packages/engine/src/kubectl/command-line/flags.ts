import type { FlagType } from './flag-type.ts'
import { FLAG_TYPES } from './flag-types.ts'

/** How a flag gets its value. */
export type FlagKind =
  /** `--watch`, or `--watch=false`. */
  | 'switch'
  /** `--namespace prod` or `--namespace=prod`. */
  | 'value'
  /** `--dry-run` or `--dry-run=server`: a value only after `=`. */
  | 'optional'

export interface FlagDefinition {
  readonly name: string
  readonly shorthand: string
  readonly kind: FlagKind
  /** The command has it itself: `--user` of `create rolebinding` is a subject, and not the credentials. */
  readonly isOwn: boolean
  /** What its value must be. Absent where any text will do, and for switches. */
  readonly type?: FlagType
}

/*
 * Below, `!` marks switches, `?` optional values, a letter after the comma the shorthand, a name after `=` the type of the value.
 * Of two with one name the second counts. The facts are those that kubectl 1.36 itself reports of its commands.
 */
const GLOBAL =
  'as as-group as-uid as-user-extra namespace,n cache-dir certificate-authority client-certificate client-key cluster ' +
  'context disable-compression! insecure-skip-tls-verify! kubeconfig kuberc log-flush-frequency=pause match-server-version! ' +
  'password profile=profile profile-output request-timeout=timeout server,s tls-server-name token user username v,v=level ' +
  'vmodule=vmodule ' +
  'warnings-as-errors! help,h!'
export const PRINT = 'allow-missing-template-keys! output,o=output show-managed-fields! template'
/** After the flags above, of a command that sends its requests before it looks at the format. */
export const OUTPUT_READ_LATE = 'output,o'
export const FILES = 'filename,f=list kustomize,k recursive,R!'
export const DRY_RUN = 'dry-run? field-manager'
export const RECORD = 'record!'
export const CREATE = `${PRINT} ${DRY_RUN} save-config! validate?`
export const CHANGE = `${PRINT} ${FILES} ${DRY_RUN} ${RECORD}`
export const SET = `${PRINT} ${DRY_RUN} all! filename,f=list local! recursive,R!`
export const ROLLOUT = `${PRINT} ${FILES} selector,l`
export const MARK = `${CHANGE} all! all-namespaces,A! field-selector list! local! overwrite! resource-version selector,l`
export const DELETION = 'cascade? force! grace-period=int timeout=duration wait!'

/** The flags of a command in the notation above, and the global ones. */
export function flagDefinitions(own: string): readonly FlagDefinition[] {
  const read = (texts: string, isOwn: boolean) =>
    texts
      .split(/ +/)
      .filter((text) => text !== '')
      .map((text) => definitionOf(text, isOwn))
  const all = [...read(GLOBAL, false), ...read(own, true)]
  return [...new Map(all.map((one) => [one.name, one])).values()]
}

const NOTATION = /^([^,!?=]+)(?:,(.))?([!?])?(?:=(.+))?$/

function definitionOf(text: string, isOwn: boolean): FlagDefinition {
  const [, name = '', shorthand = '', mark, typed] = NOTATION.exec(text) ?? []
  const kind = mark === '!' ? 'switch' : mark === '?' ? 'optional' : 'value'
  const type = typed === undefined ? undefined : FLAG_TYPES[typed as keyof typeof FLAG_TYPES]
  return { name, shorthand, kind, isOwn, ...(type && { type }) }
}

/** Flags for the credentials and the cluster, which the playground has separately from the command. */
export const WHO_AND_WHERE: ReadonlySet<string> = new Set([
  'certificate-authority',
  'client-certificate',
  'client-key',
  'cluster',
  'context',
  'insecure-skip-tls-verify',
  'kubeconfig',
  'password',
  'server',
  'tls-server-name',
  'token',
  'user',
  'username',
])

/** Flags whose value does not affect the request, so it may contain shell expansions. */
export const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  ...WHO_AND_WHERE,
  'cache-dir',
  'label-columns',
  'kuberc',
  'output',
  'profile',
  'profile-output',
  'template',
  'timeout',
  'v',
  'vmodule',
])

/** Whether pflag reads a word as a flag. */
export function isFlag(word: string): boolean {
  return word.length > 1 && word.startsWith('-') && word !== '--'
}

/** Whether the value of the flag is the next word. */
export function takesNextWord(value: string, definitions: readonly FlagDefinition[]): boolean {
  if (value.includes('=')) return false
  if (value.startsWith('--')) return longFlag(definitions, value.slice(2))?.kind === 'value'
  const last = value.at(-1) ?? ''
  const [first = ''] = value.slice(1)
  return (
    definitions.find(({ shorthand }) => shorthand === last)?.kind === 'value' &&
    (value.length === 2 || definitions.find(({ shorthand }) => shorthand === first)?.kind !== 'value')
  )
}

/** A flag by its long name, in which underscores count as hyphens (Go: `WordSepNormalizeFunc`). */
export function longFlag(definitions: readonly FlagDefinition[], name: string): FlagDefinition | undefined {
  const normal = name.replaceAll('_', '-')
  return definitions.find((one) => one.name === normal)
}
