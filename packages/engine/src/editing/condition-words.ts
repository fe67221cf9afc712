import { CONDITION_ALIASES, CONDITION_NAMES, type NameFields, type NameKind } from '../kube/index.ts'
import { type Prose, prose } from './prose.ts'

/** A name or function that a condition can use. */
export interface ConditionWord {
  readonly name: string
  readonly detail: string
  readonly about: readonly Prose[]
  /** The inserted text with tab stops, where that is more than the name. */
  readonly stops?: string
}

const AT_CHECK = 'Known when the check is made, and folded in then.'
const LATER = 'Known to the API server only: it stays in the condition that the answer carries.'

/** The meaning of names, by the value they refer to. */
const ABOUT: Readonly<Record<string, string>> = {
  request: 'The check: who asks, and what for.',
  'request.user': `Who asks. ${AT_CHECK}`,
  'request.user.username': `The name of the requesting user. ${AT_CHECK}`,
  'request.user.uid': `The UID of the requesting user. ${AT_CHECK}`,
  'request.user.groups': `The groups of the requesting user. ${AT_CHECK}`,
  'request.user.extra': `The extra fields of the requesting user: lists of texts by key. ${AT_CHECK}`,
  'request.attributes': `What is asked. ${AT_CHECK}`,
  'request.attributes.verb': `The verb that is asked about, \`impersonate\` for one. ${AT_CHECK}`,
  'request.attributes.apiGroup': `The API group that is asked about; empty for the core group. ${AT_CHECK}`,
  'request.attributes.apiVersion': `The API version that is asked about. ${AT_CHECK}`,
  'request.attributes.resource': `The resource that is asked about: \`users\`, \`pods\`. ${AT_CHECK}`,
  'request.attributes.subresource': `The subresource that is asked about; empty for none. ${AT_CHECK}`,
  'request.attributes.namespace': `The namespace that is asked about; empty for the cluster scope. ${AT_CHECK}`,
  'request.attributes.name': `The name that is asked about; empty for none. ${AT_CHECK}`,
  'request.attributes.path': `The path of a non-resource request. ${AT_CHECK}`,
  'request.impersonation': `The impersonation that is asked for. ${LATER}`,
  'request.impersonation.target': `Who is to be impersonated. ${LATER}`,
  'request.impersonation.target.type': `\`User\`, \`ServiceAccount\` or \`Node\`. ${LATER}`,
  'request.impersonation.target.name': `The name of who is to be impersonated. ${LATER}`,
  impersonatedUser: `Who is to be impersonated, as the headers say. Parts without a header are absent. ${LATER}`,
  'impersonatedUser.username': `The username that is asked for. ${LATER}`,
  'impersonatedUser.uid': `The UID that is asked for; absent without its header. ${LATER}`,
  'impersonatedUser.groups': `The groups that are asked for; absent without their header. ${LATER}`,
  'impersonatedUser.extra': `The extra that is asked for; absent without its headers. ${LATER}`,
  impersonatedRequest: `What is to be done while impersonating. ${LATER}`,
  'impersonatedRequest.verb': `The verb of the request. ${LATER}`,
  'impersonatedRequest.apiGroup': `The API group of the request; empty for the core group. ${LATER}`,
  'impersonatedRequest.resource': `The resource of the request. ${LATER}`,
  'impersonatedRequest.namespace': `The namespace of the request; empty for the cluster scope. ${LATER}`,
  'impersonatedRequest.path': `The path of a request about no resource; empty otherwise. ${LATER}`,
  'impersonatedRequest.name': `The name of the object that is asked for; empty for none. ${LATER}`,
}

/** Functions and macros by the value they are called on; `''` for those without one. */
const FUNCTIONS: readonly (readonly [on: string, name: string, stops: string, about: string])[] = [
  [
    '',
    'has',
    `has(\${1:impersonatedUser.groups})`,
    'Whether a field is there. One that is absent is an error without it.',
  ],
  ['', 'size', `size(\${1:impersonatedUser.groups})`, 'How many characters, entries or keys something has.'],
  ['string', 'startsWith', `startsWith("$1")`, 'Whether the text begins with another.'],
  ['string', 'endsWith', `endsWith("$1")`, 'Whether the text ends with another.'],
  ['string', 'contains', `contains("$1")`, 'Whether another text is in the text.'],
  ['string', 'matches', `matches("$1")`, 'Whether a regular expression of RE2 matches a part of the text.'],
  ['list', 'exists', `exists(\${1:one}, \${1:one} == "$2")`, 'Whether the condition holds for at least one entry.'],
  ['list', 'all', `all(\${1:one}, \${1:one} == "$2")`, 'Whether the condition holds for every entry.'],
  ['list', 'size', 'size()', 'How many entries there are.'],
]

/** The meaning of a path of names; aliases of the documents resolve to the value they name. */
export interface WordMeaning {
  /** The playground's own name: `request.user.username` for `principal.username`. */
  readonly path: string
  readonly kind: NameKind
}

/** The value of a path; undefined for an unknown name. */
export function meaningOf(written: readonly string[]): WordMeaning | undefined {
  const alias = CONDITION_ALIASES.find(([names]) => names.every((name, at) => written[at] === name))
  const path = alias === undefined ? written : [...alias[1], ...written.slice(alias[0].length)]
  let kind: NameKind = { fields: CONDITION_NAMES }
  for (const name of path) {
    const next: NameKind | undefined = fieldsOf(kind)?.fields[name]
    if (next === undefined) return undefined
    kind = next
  }
  return { path: path.join('.'), kind }
}

function fieldsOf(kind: NameKind): NameFields | undefined {
  return typeof kind === 'object' ? kind : undefined
}

/** Names that can follow a path and its dot, or begin a path. */
export function wordsBehind(written: readonly string[]): readonly ConditionWord[] {
  if (written.length === 0) {
    const names = [...Object.keys(CONDITION_NAMES), ...CONDITION_ALIASES.map(([[first = '']]) => first)]
    return [...[...new Set(names)].map((name) => wordFor([name])), ...functionsOn('')]
  }
  const aliases = CONDITION_ALIASES.flatMap(([names]) =>
    names.length > written.length && written.every((name, at) => names[at] === name)
      ? [names[written.length] ?? '']
      : [],
  )
  const { kind } = meaningOf(written) ?? {}
  if (kind === undefined) return aliases.map((name) => wordFor([...written, name]))
  if (typeof kind === 'string') return functionsOn(kind)
  return Object.keys(kind.fields).map((name) => wordFor([...written, name]))
}

function wordFor(written: readonly string[]): ConditionWord {
  const meaning = meaningOf(written)
  const name = written.at(-1) ?? ''
  if (meaning === undefined) return { name, detail: '', about: [] }
  const detail = meaning.path === written.join('.') ? kindWords(meaning.kind) : meaning.path
  return { name, detail, about: aboutMeaning(meaning) }
}

function functionsOn(kind: string): readonly ConditionWord[] {
  return FUNCTIONS.flatMap(([on, name, stops, about]) =>
    on === kind ? [{ name, detail: 'function', about: [prose(about)], stops }] : [],
  )
}

export function aboutMeaning({ path }: WordMeaning): readonly Prose[] {
  const about = ABOUT[path]
  return about === undefined ? [] : [prose(about)]
}

/** The description of a function, by its name. */
export function aboutFunction(name: string): readonly Prose[] {
  const about = FUNCTIONS.find(([, known]) => known === name)?.[3]
  return about === undefined ? [] : [prose(about)]
}

function kindWords(kind: NameKind): string {
  if (typeof kind === 'object') return ''
  return { list: 'list of texts', map: 'lists by key', string: 'text' }[kind as string] ?? kind
}
