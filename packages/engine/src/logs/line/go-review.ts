import { goUnquote } from '../../go/index.ts'
import { type AccessReviewKind, REVIEW_VERSION } from '../../kube/index.ts'

/** A review that a Go program printed, as the object that was printed. */
export interface GoReview {
  readonly review: Readonly<Record<string, unknown>>
  readonly end: number
}

/**
 * `&v1.SubjectAccessReview{`, its specification alone, or what it asks alone, also as an authorizer has it; `%+v` prints no name of the
 * first two.
 */
export const GO_REVIEW =
  /\b((?:Self|Local)?SubjectAccessReview)(?:Spec)?\{|\{(?=TypeMeta:\{[^{}]{0,200}\} ObjectMeta:|ResourceAttributes:(?:&|nil))|(?<!ResourceAttributes:\s?&(?:\w{1,40}\.)?)\b(?:(?:Non)?ResourceAttributes|AttributesRecord)\{/g

/** A review with addresses in place of what it asks, as `%#v` prints one. */
export const GO_ADDRESS = /\bResourceAttributes:\(\*(?:\w{1,40}\.)?ResourceAttributes\)\(0x[0-9a-f]+\)/

/** Longer structs are not read. Characters. */
const LONGEST = 20_000

/** The name of a struct that a review has, or an authorizer (Go: `authorizer.AttributesRecord`). */
const ALONE = /^(NonResourceAttributes|ResourceAttributes|AttributesRecord)\{/
const LONGEST_NAME = 30

const KEYS =
  'TypeMeta|Kind|APIVersion|APIGroup|ResourceRequest|FieldSelectorRequirements|FieldSelectorParsingErr|LabelSelectorRequirements|LabelSelectorParsingErr|ObjectMeta|Spec|Status|ResourceAttributes|NonResourceAttributes|User|Groups|Extra|UID|Namespace|Verb|Group|Version|Resource|Subresource|Name|FieldSelector|LabelSelector|Path|RawSelector|Requirements|Allowed|Denied|Reason|EvaluationError'
/** What follows a value without quotes. */
const AFTER = new RegExp(`,?\\s*(?:$|\\b(?:${KEYS}):)`, 'g')

/**
 * Reads the struct whose name begins at `start`, in any form in which Go prints one: `%v`, `%+v` and `%s` by the `String` of the type,
 * `%#v` where it follows pointers, as printers for tests do. Undefined where it has addresses in place of values, is cut, or asks
 * nothing.
 */
export function goReview(text: string, start: number, named: AccessReviewKind | undefined): GoReview | undefined {
  const whole = structAt(text, text.indexOf('{', start))
  if (whole === undefined) return undefined
  const alone = ALONE.exec(text.slice(start, start + LONGEST_NAME))?.[1]
  const spec = alone === undefined ? (structOf(whole.fields, 'Spec') ?? whole.fields) : ''
  const asked = alone === undefined ? askedBy(spec) : askedAlone(alone, whole.fields)
  if (asked === undefined) return undefined
  const of = withoutStructs(spec)
  const groups = listIn(writtenIn(of, 'Groups'))
  const extra = extraIn(writtenIn(of, 'Extra'))
  const user = {
    ...textsIn(of, ['User', 'UID']),
    ...(groups.length > 0 && { groups }),
    ...(Object.keys(extra).length > 0 && { extra }),
  }
  const kind = named ?? (/(?:^|[\s,])User:/.test(of) ? 'SubjectAccessReview' : 'SelfSubjectAccessReview')
  return {
    review: {
      kind,
      apiVersion: REVIEW_VERSION,
      // The API server wants the namespace of the metadata to be that of the attributes.
      metadata:
        kind === 'LocalSubjectAccessReview' ? textsIn(structOf(spec, 'ResourceAttributes') ?? '', ['Namespace']) : {},
      spec: { ...asked, ...(kind !== 'SelfSubjectAccessReview' && user) },
      ...statusIn(structOf(whole.fields, 'Status')),
    },
    end: whole.end,
  }
}

/** What a review asks; undefined where that is nil, an address, or both. */
function askedBy(spec: string): object | undefined {
  const [resource, path] = [structOf(spec, 'ResourceAttributes'), structOf(spec, 'NonResourceAttributes')]
  if ((resource === undefined) === (path === undefined)) return undefined
  return resource === undefined ? aboutPath(path ?? '') : aboutResource(resource)
}

/** The same of a struct without a review around it: nobody else is named, so it is about oneself. */
function askedAlone(type: string, fields: string): object {
  if (type === 'NonResourceAttributes') return aboutPath(fields)
  if (type === 'ResourceAttributes') return aboutResource(fields)
  return textIn(fields, 'ResourceRequest') === 'false'
    ? aboutPath(fields)
    : aboutResource(fields.replace(/\bAPI(Group|Version):/g, '$1:'))
}

function aboutPath(fields: string): object {
  return { nonResourceAttributes: textsIn(fields, ['Path', 'Verb']) }
}

function aboutResource(fields: string): object {
  return {
    resourceAttributes: {
      ...textsIn(fields, ['Namespace', 'Verb', 'Group', 'Version', 'Resource', 'Subresource', 'Name']),
      ...selectorIn(fields, 'FieldSelector'),
      ...selectorIn(fields, 'LabelSelector'),
    },
  }
}

/** What is between the brace at `open` and its end. Braces in quotes do not count. */
function structAt(text: string, open: number): { readonly fields: string; readonly end: number } | undefined {
  let depth = 0
  for (let at = open; at !== -1 && at < Math.min(text.length, open + LONGEST); at++) {
    if (text[at] === '"') at = (goUnquote(text, at)?.end ?? at + 1) - 1
    else if (text[at] === '{') depth++
    else if (text[at] === '}') depth--
    if (depth === 0) return { fields: text.slice(open + 1, at), end: at + 1 }
  }
  return undefined
}

/** The fields of a field that is a struct; undefined where it is nil or an address. */
function structOf(fields: string, key: string): string | undefined {
  const head = new RegExp(`(?:^|[\\s,{])${key}:[^{}:,()]{0,60}\\{`).exec(fields)
  return head === null ? undefined : structAt(fields, head.index + head[0].length - 1)?.fields
}

/** The fields without those that are structs, whose own fields may have the same names. */
function withoutStructs(fields: string): string {
  return ['ResourceAttributes', 'NonResourceAttributes', 'Status', 'ObjectMeta'].reduce((rest, key) => {
    const inner = structOf(rest, key)
    return inner === undefined ? rest : rest.replace(`{${inner}}`, '')
  }, fields)
}

/** The value of a field as it is written, without the type that some printers put before it. */
function writtenIn(fields: string, key: string): string {
  const head = new RegExp(`(?:^|[\\s,])${key}:\\s*(?:\\((?:string|int|bool|len=\\d+|cap=\\d+)\\)\\s*)*`).exec(fields)
  if (head === null) return ''
  const from = head.index + head[0].length
  const quoted = goUnquote(fields, from)
  if (quoted !== undefined) return fields.slice(from, quoted.end)
  AFTER.lastIndex = from
  return fields.slice(from, AFTER.exec(fields)?.index ?? fields.length)
}

function textIn(fields: string, key: string): string {
  const value = writtenIn(fields, key)
  return goUnquote(value, 0)?.value ?? value.trim()
}

/** Fields that are texts, under their names in JSON, without those that are empty. */
function textsIn(fields: string, keys: readonly string[]): Readonly<Record<string, string>> {
  const found = keys.map((key) => [key.toLowerCase(), textIn(fields, key)] as const)
  return Object.fromEntries(found.filter(([, value]) => value !== ''))
}

/** A list of texts: `[a b]`, or `[]string{"a", "b"}`. */
function listIn(value: string): readonly string[] {
  const inner = /^(?:\[\][\w.]*)?[[{](.*)[\]}]$/s.exec(value.trim())?.[1] ?? ''
  const quotes = Array.from(inner.matchAll(/"(?:[^"\\]|\\.)*"/g), ([one]) => goUnquote(one, 0)?.value ?? one)
  return quotes.length > 0 ? quotes : inner.split(/\s+/).filter((one) => one !== '')
}

function extraIn(value: string): Readonly<Record<string, readonly string[]>> {
  const entries = value.matchAll(/(?<![^\s{},[\]"])([^\s{},[\]"]+)"?:\s*(?:[\w.]*ExtraValue)?([[{][^\]}]*[\]}])/g)
  return Object.fromEntries(Array.from(entries, ([, key = '', list = '']) => [key, listIn(list)]))
}

function selectorIn(resource: string, key: 'FieldSelector' | 'LabelSelector'): object {
  const selector = structOf(resource, key)
  if (selector === undefined) return {}
  const name = key === 'FieldSelector' ? 'fieldSelector' : 'labelSelector'
  const rawSelector = textIn(withoutRequirements(selector), 'RawSelector')
  if (rawSelector !== '') return { [name]: { rawSelector } }
  const requirements = Array.from(
    selector.matchAll(/\{([^\s{}]{1,300}) (\w{1,30}) (\[[^\]]*\])\}/g),
    ([, of, operator, values = '']) => ({ key: of, operator, values: listIn(values) }),
  )
  return { [name]: { requirements } }
}

function withoutRequirements(selector: string): string {
  return selector.replace(/\bRequirements:.*$/s, '')
}

/** An answer; none where every field is that of a review which was not sent. */
function statusIn(status = ''): object {
  const [allowed, denied] = ['Allowed', 'Denied'].map((key) => textIn(status, key) === 'true')
  const reason = textIn(status, 'Reason')
  if (!allowed && !denied && reason === '') return {}
  return { status: { allowed, ...(denied && { denied }), ...(reason !== '' && { reason }) } }
}
