import {
  type FoundResource,
  findResource,
  nearestResource,
  resourcesOfCategory,
  servedInOtherVersions,
  unservedResource,
  unservedVersion,
} from '../../kube/index.ts'
import type { Word } from '../../shell/index.ts'
import type { Span } from '../../text/index.ts'
import { quoted } from '../../text/index.ts'
import { type KubectlCall, pathSegmentProblem } from './call.ts'

/** An object that a command names. */
export interface NamedObject {
  readonly resource: FoundResource
  readonly name: string
  /** Where a file says so. */
  readonly namespace?: string
  readonly span: Span
}

/** The objects that the words of a command select: all of a type, or at least one by name. */
export type Objects =
  | {
      readonly kind: 'type'
      readonly resource: FoundResource
      /** The other types, in `pods,services` or a category. */
      readonly others: readonly FoundResource[]
      readonly span: Span
    }
  | { readonly kind: 'named'; readonly first: NamedObject; readonly others: readonly NamedObject[] }

/**
 * Reads `TYPE`, `TYPE NAME…` or `TYPE/NAME…` (Go: cli-runtime's `ResourceTypeOrNameArgs`). If there is no resource,
 * reports that and returns undefined. `byDefault` is the type of a bare name, for commands with a default type.
 */
export function readObjectArguments(call: KubectlCall, all: readonly Word[], byDefault?: string): Objects | undefined {
  if (call.files !== undefined) return objectsOfFiles(call, call.files, all)
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
  if (byDefault !== undefined) return named(call, resourceFor(call, byDefault, first.span) ?? [], words)
  const [resource, ...others] = readTypes(call, first)
  if (resource === undefined) return undefined
  if (rest.length > 0 && others.length > 0 && resourcesOfCategory(first.value).length > 0) {
    const message = `${quoted(first.value)} means ${others.length + 1} types, and a name needs one.`
    call.error('type-and-name', first.span, message, resource.resource, 'you must specify only one resource')
  }
  return rest.length === 0
    ? { kind: 'type', resource, others, span: first.span }
    : named(call, [resource, ...others], rest)
}

function objectsOfFiles(
  call: KubectlCall,
  [first, ...others]: readonly NamedObject[],
  words: readonly Word[],
): Objects | undefined {
  const detail = 'when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well'
  call.refuseWords(words, detail)
  return first && { kind: 'named', first, others }
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

function named(
  call: KubectlCall,
  types: FoundResource | readonly FoundResource[],
  words: readonly Word[],
): Objects | undefined {
  const [first, ...others] = [types].flat().flatMap((resource) => {
    return words.flatMap((word) => readName(call, resource, word.value, word.span))
  })
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
  const resources = fits ? readTypes(call, { value: type, span }) : []
  return resources.flatMap((resource) => readName(call, resource, name, span))
}

/** Reads a word without a slash among words of the form TYPE/NAME. */
function readAlone(call: KubectlCall, { value, span }: Word, byDefault: string | undefined): readonly NamedObject[] {
  const resource = byDefault === undefined ? undefined : resourceFor(call, byDefault, span)
  if (resource !== undefined) return readName(call, resource, value, span)
  const message = `If one word is TYPE/NAME, all must be, and ${quoted(value)} is not.`
  call.error('type-and-name', span, message, 'Leave it out, or write TYPE/NAME.')
  return []
}

/** The types of a word: several may be joined by commas, and a category such as `all` means several. */
function readTypes(call: KubectlCall, { value, span }: Pick<Word, 'value' | 'span'>): readonly FoundResource[] {
  const typed = value.split(',', MOST_WORDS)
  return typed.flatMap((word) => {
    const members = resourcesOfCategory(word, call.discovery)
    const words = members.length === 0 ? [word] : members.map(({ resource, apiGroup }) => `${resource}.${apiGroup}`)
    return words.flatMap((one) => resourceFor(call, one, span) ?? [])
  })
}

/** The resource of one word. Reports unknown resources and versions that the API server does not serve. */
export function resourceFor(call: KubectlCall, word: string, span: Span): FoundResource | undefined {
  const resource = findResource(word, call.discovery)
  if (resource === undefined) {
    const near = nearestResource(word, call.discovery)
    const custom = 'Write a custom resource with its version and group, such as foos.v1.example.com.'
    const other = findResource(word)?.known
    const inOthers = other && servedInOtherVersions(other, call.discovery)
    const message = inOthers ?? `The playground does not know the resource ${quoted(word)}.`
    const short = findResource(word.toLowerCase(), call.discovery)?.known?.shortNames.find(
      (one) => one === word.toLowerCase(),
    )
    const fix = inOthers === undefined ? (short ?? near ?? custom) : 'Choose a version of Kubernetes that serves it.'
    const detail = `the server doesn't have a resource type ${quoted(word.split('.', 1).join())}`
    call.error('unknown-resource', span, message, fix, detail)
    return undefined
  }
  const { known, apiVersion, apiGroup, versionAssumed } = resource
  const unserved = unservedResource(apiGroup, resource.resource, call.discovery)
  if (unserved !== undefined) {
    call.problems.push({ severity: 'warning', code: 'resource-not-served', ...unserved, span })
  } else if (known === undefined) {
    const version = versionAssumed ? ' of version v1' : ''
    const message = `${quoted(word)} is not built in, so it is read as a namespaced custom resource${version}.`
    call.note('custom-resource', span, message, `${resource.resource}.${apiVersion}.${apiGroup}`)
  } else {
    const message = unservedVersion(resource, call.discovery)
    if (message !== undefined) call.problems.push({ severity: 'warning', code: 'version-not-served', message, span })
  }
  return resource
}

/** The most words that are read: each is a request. */
const MOST_WORDS = 100

/** The one named object of a command that takes one. Reports the others. Undefined for a whole type. */
export function oneObject(call: KubectlCall, objects: Objects | undefined): NamedObject | undefined {
  if (objects === undefined || objects.kind === 'type') return undefined
  for (const { span } of objects.others) {
    call.several(span, 'kubectl sends a request for each object.', 'Leave out all names but one.')
  }
  return objects.first
}

/** All named objects. Empty for a whole type. */
export function namedObjects(objects: Objects): readonly NamedObject[] {
  return objects.kind === 'type' ? [] : [objects.first, ...objects.others]
}

/** A name like those that controllers and the API server generate, for an object that is not known here. */
export function generatedName({ resource, name }: Pick<NamedObject, 'resource'> & { readonly name?: string }): string {
  if (name === undefined) return `${resource.known?.singular ?? resource.resource}-xxxxx`
  if (resource.resource === 'statefulsets') return `${name}-0`
  return resource.resource === 'deployments' ? `${name}-xxxxxxxxxx-xxxxx` : `${name}-xxxxx`
}

/**
 * Whether a command may choose objects of a whole type by `--all` or a selector. Reports a missing name.
 */
export function choosesObjects(call: KubectlCall, { resource, span }: Objects & { readonly kind: 'type' }): boolean {
  const chooser = ['all', 'selector', 'field-selector'].map((name) => call.flag(name)).find((use) => use !== undefined)
  const { command } = call.invocation
  if (chooser !== undefined || command === 'edit' || command.startsWith('rollout ')) return true
  const detail = 'resource(s) were provided, but no name was specified'
  const message = `Expected the name of one of the ${resource.resource}.`
  call.error('missing-name', span, message, `kubectl ${command} ${resource.resource} NAME`, detail)
  return false
}
