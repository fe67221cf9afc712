import type { Parameters } from '../../go/index.ts'
import type { KubectlCall } from './call.ts'
import type { NamedObject } from './objects.ts'

/** The namespace of a single object. Reports `--all-namespaces`, which does not determine it. */
export function objectNamespace(call: KubectlCall, { resource, namespace }: NamedObject): string {
  if (namespace !== undefined) return namespace
  const all = call.flag('all-namespaces')
  const namespaced = resource.known?.namespaced !== false
  if (all === undefined || !namespaced || !call.isOn('all-namespaces')) return call.namespaceFor(resource)
  const message = 'An object with a name is in one namespace, or in none.'
  call.error(
    'name-in-all-namespaces',
    all.span,
    message,
    '-n default',
    'a resource cannot be retrieved by name across all namespaces',
  )
  return call.namespace()
}

const NAME_AND_SELECTOR = 'name cannot be provided when a selector is specified'
const PAIR_AND_SELECTOR = 'selectors and the all flag cannot be used when passing resource/name arguments'

/** Reports selectors together with a name. */
export function refuseSelectors(
  call: KubectlCall,
  detail = call.words.some(({ value }) => value.includes('/')) ? PAIR_AND_SELECTOR : NAME_AND_SELECTOR,
): void {
  for (const name of ['selector', 'field-selector', 'all']) {
    const use = call.flag(name)
    if (use === undefined || use.value === '' || use.value === 'false') continue
    const message = `A name and --${name} do not go together.`
    if (name === 'all' && call.invocation.command !== 'delete') {
      const idle = 'kubectl ignores --all together with a name.'
      call.problems.push({
        severity: 'warning',
        code: 'ignored-flag',
        message: idle,
        fix: 'Leave it out.',
        span: use.span,
      })
      continue
    }
    call.error('name-and-selector', use.span, message, 'Leave out the one or the other.', detail)
  }
}

/** The query for `--selector` and `--field-selector`. */
export function selectorsOf(call: KubectlCall): Parameters {
  const parameters: Parameters = [
    ['labelSelector', call.value('selector')],
    ['fieldSelector', call.value('field-selector')],
  ]
  return parameters.filter(([, value]) => value !== '')
}
