import type { AskedAction, Attributes, Trace } from '@authz-playground/engine'
import { resourceName } from '@authz-playground/engine/internal/kube'
import type { Choices } from '../../session/index.ts'

/** The action of a review, exactly. */
export function reviewedAction(attributes: Attributes): AskedAction {
  const { verb, apiGroup, resource, subresource, namespace, name, path, isResourceRequest } = attributes
  return isResourceRequest ? { verb, resource, group: apiGroup, subresource, namespace, name } : { verb, path }
}

/** What a person chose in the dialog; undefined where nothing is. */
export function chosenAction(choices: Choices): AskedAction | undefined {
  const { verb, resource, group, subresource, namespace, name, path } = choices
  if (verb === undefined && resource === undefined && path === undefined) return undefined
  if (path !== undefined) return { verb: verb ?? '', path }
  return {
    verb: verb ?? '',
    resource: resource ?? '',
    ...(group !== undefined && { group }),
    subresource: subresource ?? '',
    namespace: namespace ?? '',
    name: name ?? '',
  }
}

/** The action that a request is about: the one it was refused for, or its own. */
export function actionOfTrace({ outcome, steps }: Trace): AskedAction | undefined {
  if (outcome.kind === 'forbidden') return reviewedAction(outcome.about)
  const checks = steps.flatMap(({ check }) => (check ? [check] : []))
  const own = checks.find(({ purpose }) => purpose === 'request') ?? checks.at(-1)
  return own && reviewedAction(own.attributes)
}

/** Whether two actions are the same review. */
export function sameAction(a: AskedAction, b: AskedAction): boolean {
  const parts = ['verb', 'resource', 'group', 'subresource', 'namespace', 'name', 'path'] as const
  return parts.every((part) => (a[part] ?? '') === (b[part] ?? ''))
}

/** Whether anything can be asked about an action that may still be typed. */
export function isWhole({ verb, resource, path }: AskedAction): boolean {
  return verb !== '' && (path === undefined ? resource !== '' && resource !== undefined : path.startsWith('/'))
}

/** The resource as a person reads and types it: with the group of a review. */
export function typedResource({ resource = '', group = '' }: AskedAction): string {
  return resourceName({ apiGroup: group, resource })
}
