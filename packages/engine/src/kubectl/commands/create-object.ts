import { findResource } from '../../kube/index.ts'
import type { KubectlCall, RequestDraft } from './call.ts'

/**
 * The request of a command that creates an object of a resource. `fields` is the object, if a check or a person reads it;
 * otherwise the body is empty.
 */
export function readCreated(
  call: KubectlCall,
  resourceName: string,
  fieldsOf: () => object | undefined,
): RequestDraft | undefined {
  const resource = findResource(resourceName)
  if (resource?.known === undefined) return undefined
  const parameters = [...call.dryRun(), ...call.fieldManager('kubectl-create'), ...call.fieldValidation()]
  const name = readNewName(call)
  const { kind, namespaced } = resource.known
  const apiVersion = resource.apiGroup === '' ? resource.apiVersion : `${resource.apiGroup}/${resource.apiVersion}`
  const metadata = { name, ...(namespaced ? { namespace: call.namespace() } : {}) }
  const fields = fieldsOf()
  if (fields !== undefined) {
    return call.draftWith('POST', { resource }, parameters, { apiVersion, kind, metadata, ...fields })
  }
  bodyLeftOut(call)
  return call.draft('POST', { resource }, parameters)
}

/** Commands that create a container and accept its command after `--`. */
const RUNS: ReadonlySet<string> = new Set(['create cronjob', 'create deployment', 'create job'])

/** The one name in a command that creates an object. If it is missing, reports that and returns an empty name. */
export function readNewName(call: KubectlCall): string {
  const { afterDashes = [] } = call.invocation
  const words = RUNS.has(call.invocation.command)
    ? call.words.slice(0, call.words.length - afterDashes.length)
    : call.words
  const [name, ...others] = words
  if (name === undefined) {
    const { command } = call.invocation
    const message = `Expected a name after "kubectl ${command}".`
    call.error('missing-name', call.span, message, `kubectl ${command} NAME`, 'exactly one NAME is required, got 0')
    return ''
  }
  call.refuseWords(others, `exactly one NAME is required, got ${words.length}`)
  return name.value
}

/** Notes that the object is not built. */
export function bodyLeftOut(call: KubectlCall): void {
  call.note(
    'body-left-out',
    call.span,
    'The request is shown without the object that kubectl builds. No check reads it.',
  )
}

/** Reports a required flag that is missing. */
export function needFlag(call: KubectlCall, name: string): void {
  if (call.flag(name) !== undefined) return
  const message = `"kubectl ${call.invocation.command}" needs --${name}.`
  call.error('missing-flag', call.span, message, `--${name}=VALUE`, `required flag(s) "${name}" not set`)
}
