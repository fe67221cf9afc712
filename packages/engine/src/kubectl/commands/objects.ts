import { type FoundResource, findResource, nearestResource, resourcesOfCategory } from '../../kube/index.ts'
import type { Word } from '../../shell/index.ts'
import type { Span } from '../../text/index.ts'
import { quoted } from '../../text/index.ts'
import { type KubectlCall, pathSegmentProblem } from './call.ts'

/** An object that a command names. */
export interface NamedObject {
  readonly resource: FoundResource
  readonly name: string
  readonly span: Span
}

/** The objects that the words of a command select: all of a type, or at least one by name. */
export type Objects =
  | { readonly kind: 'type'; readonly resource: FoundResource; readonly span: Span }
  | { readonly kind: 'named'; readonly first: NamedObject; readonly others: readonly NamedObject[] }

/**
 * Reads `TYPE`, `TYPE NAME…` or `TYPE/NAME…` (Go: cli-runtime's `ResourceTypeOrNameArgs`). If there is no resource,
 * reports that and returns undefined. `byDefault` is the type of a bare name, for commands with a default type.
 */
export function readObjectArguments(call: KubectlCall, all: readonly Word[], byDefault?: string): Objects | undefined {
  const words = all.slice(0, MOST_WORDS)
  const [first, ...rest] = words
  const [beyond] = all.slice(MOST_WORDS)
  if (beyond !== undefined) {
    const span = { start: beyond.span.start, end: all.at(-1)?.span.end ?? beyond.span.end }
    call.several(span, 'kubectl sends a request for each object.', 'Leave out all names but one.')
  }
  if (first === undefined) {
    const { command } = call.invocation
    const example = byDefault === undefined ? 'pods' : 'web'
    const message = `Expected ${byDefault === undefined ? 'a resource, such as pods,' : 'a name'} after "kubectl ${command}".`
    call.error('missing-resource', call.span, message, `kubectl ${command} ${example}`)
    return undefined
  }
  if (words.some(({ value }) => value.includes('/'))) {
    refuseTypeBeside(call, words, byDefault)
    return readPairs(call, words, byDefault)
  }
  if (byDefault !== undefined) return named(call, resourceFor(call, byDefault, first.span), words)
  const resource = readType(call, first)
  if (resource === undefined) return undefined
  return rest.length === 0 ? { kind: 'type', resource, span: first.span } : named(call, resource, rest)
}

/** Reports a type before words of the form TYPE/NAME. */
function refuseTypeBeside(call: KubectlCall, [first, second]: readonly Word[], byDefault: string | undefined): void {
  if (byDefault !== undefined || first === undefined || second === undefined) return
  if (first.value.includes('/') || !second.value.includes('/')) return
  const message = `${quoted(second.value)} has a type already, so the type ${quoted(first.value)} before it is not allowed.`
  const detail =
    'there is no need to specify a resource type as a separate argument when passing arguments in resource/name form'
  call.error('type-and-name', first.span, message, 'Leave it out.', detail)
}

function named(call: KubectlCall, resource: FoundResource | undefined, words: readonly Word[]): Objects | undefined {
  if (resource === undefined) return undefined
  const [first, ...others] = words.flatMap((word) => readName(call, resource, word.value, word.span))
  return first === undefined ? undefined : { kind: 'named', first, others }
}

function readName(call: KubectlCall, resource: FoundResource, name: string, span: Span): readonly NamedObject[] {
  const wrong = pathSegmentProblem(name)
  if (wrong === undefined) return [{ resource, name, span }]
  const message = `The name ${quoted(name)} ${wrong}.`
  const detail = name === '' ? 'resource name may not be empty' : `invalid resource name ${quoted(name)}`
  call.error('invalid-name', span, message, 'Write the name of one object.', detail)
  return []
}

function readPairs(call: KubectlCall, words: readonly Word[], byDefault: string | undefined): Objects | undefined {
  const [first, ...others] = words.flatMap((word) =>
    word.value.includes('/') ? readPair(call, word) : readAlone(call, word, byDefault),
  )
  return first === undefined ? undefined : { kind: 'named', first, others }
}

function readPair(call: KubectlCall, { value, span }: Word): readonly NamedObject[] {
  const [type = '', name = '', ...more] = value.split('/')
  const fits = type !== '' && name !== ''
  if (!fits || more.length > 0) {
    const detail =
      more.length > 0
        ? 'arguments in resource/name form may not have more than one slash'
        : 'arguments in resource/name form must have a single resource and name'
    const message = `Expected TYPE/NAME, found ${quoted(value)}.`
    call.error('type-and-name', span, message, fits ? `${type}/${name}` : 'pods/web', detail)
  }
  const resource = fits ? readType(call, { value: type, span }) : undefined
  return resource === undefined ? [] : readName(call, resource, name, span)
}

/** Reads a word without a slash among words of the form TYPE/NAME. */
function readAlone(call: KubectlCall, { value, span }: Word, byDefault: string | undefined): readonly NamedObject[] {
  const resource = byDefault === undefined ? undefined : resourceFor(call, byDefault, span)
  if (resource !== undefined) return readName(call, resource, value, span)
  const message = `If one word is TYPE/NAME, all must be, and ${quoted(value)} is not.`
  call.error('type-and-name', span, message, 'Leave it out, or write TYPE/NAME.')
  return []
}

/** The type of a word. Reports several types, joined by commas, and returns the first. */
function readType(call: KubectlCall, { value, span }: Pick<Word, 'value' | 'span'>): FoundResource | undefined {
  const [first = '', ...others] = value.split(',')
  const [member, ...members] = resourcesOfCategory(first)
  if (others.length > 0) {
    call.several(span, `kubectl sends a request for each type in ${quoted(value)}.`, first)
  } else if (member !== undefined) {
    const message = `${quoted(first)} means ${members.length + 1} types, first ${member.resource}, and kubectl sends a request for each.`
    call.several(span, message, member.resource)
  }
  return resourceFor(call, member === undefined ? first : `${member.resource}.${member.apiGroup}`, span)
}

/** The resource of one word. Reports unknown resources and versions that the API server does not serve. */
export function resourceFor(call: KubectlCall, word: string, span: Span): FoundResource | undefined {
  const resource = findResource(word)
  if (resource === undefined) {
    const near = nearestResource(word)
    const custom = 'Write a custom resource with its version and group, such as foos.v1.example.com.'
    const message = `The playground does not know the resource ${quoted(word)}.`
    const short = findResource(word.toLowerCase())?.known?.shortNames.find((one) => one === word.toLowerCase())
    const fix = short ?? near ?? custom
    const detail = `the server doesn't have a resource type ${quoted(word.split('.', 1).join())}`
    call.error('unknown-resource', span, message, fix, detail)
    return undefined
  }
  const { known, apiVersion, apiGroup, versionAssumed } = resource
  if (known === undefined) {
    const version = versionAssumed ? ' of version v1' : ''
    const message = `${quoted(word)} is not built in, so it is read as a namespaced custom resource${version}.`
    call.note('custom-resource', span, message, `${resource.resource}.${apiVersion}.${apiGroup}`)
  } else if (!known.versions.includes(apiVersion)) {
    const message = `Kubernetes 1.36 serves ${known.resource} as ${known.versions.join(' and ')}, not as ${apiVersion}.`
    call.problems.push({ severity: 'warning', code: 'version-not-served', message, span })
  }
  return resource
}

/** The most words that are read, because only the first object is decided. */
const MOST_WORDS = 100

/** The first named object. Reports the others, because kubectl sends a request for each. Undefined for a whole type. */
export function oneObject(call: KubectlCall, objects: Objects | undefined): NamedObject | undefined {
  if (objects === undefined || objects.kind === 'type') return undefined
  for (const { span } of objects.others) {
    call.several(span, 'kubectl sends a request for each object.', 'Leave out all names but one.')
  }
  return objects.first
}

/**
 * The one object that a command changes. For a whole type, a selector or `--all`, kubectl lists the objects first and
 * changes them one by one: reports that and returns undefined, and the request shown is the list.
 */
export function objectToChange(call: KubectlCall, objects: Objects | undefined): NamedObject | undefined {
  if (objects?.kind !== 'type') return oneObject(call, objects)
  const chooser = ['all', 'selector', 'field-selector'].map((name) => call.flag(name)).find((use) => use !== undefined)
  const { command } = call.invocation
  const { resource } = objects.resource
  const takesAll = command === 'edit' || command.startsWith('rollout ')
  if (chooser === undefined && !takesAll) {
    const detail = 'resource(s) were provided, but no name was specified'
    const message = `Expected the name of one of the ${resource}.`
    call.error('missing-name', objects.span, message, `kubectl ${command} ${resource} NAME`, detail)
  } else {
    const message = `kubectl lists the ${resource} and then sends a request for each one found; the list is shown.`
    call.several(chooser?.span ?? objects.span, message, `kubectl ${command} ${resource} NAME`)
  }
  return undefined
}
