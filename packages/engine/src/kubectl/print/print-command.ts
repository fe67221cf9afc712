import type { HTTPRequest } from '../../http/index.ts'
import type { Discovery } from '../../kube/index.ts'
import { quoteWord } from '../../shell/index.ts'
import {
  type Addressed,
  addressedBy,
  flagWith,
  only,
  PLAIN_NAME,
  type PrintedCommand,
  scope,
  typeAndName,
} from './address.ts'
import { createCommand, patchCommand } from './print-change.ts'

/** The usual command for a request, without impersonation; undefined if only `--raw` can send it. */
export function printedCommand(request: HTTPRequest, discovery: Discovery): PrintedCommand | undefined {
  const addressed = addressedBy(request, discovery)
  if (addressed === undefined) return undefined
  const { name, subresource } = addressed.location
  if (request.method === 'PATCH') return name === '' ? undefined : patchCommand(addressed)
  if (addressed.query.dropped.length > 0) return undefined
  if (request.method === 'POST') return createCommand(addressed, discovery)
  if (request.method === 'DELETE' && name !== '' && subresource === '' && addressed.query.values.size === 0) {
    return { words: ['delete', ...typeAndName(addressed)] }
  }
  if (request.method !== 'GET' || request.body !== '') return undefined
  if (addressed.verb === 'list') return listCommand(addressed)
  if (addressed.verb === 'watch') return watchCommand(addressed)
  return connectCommand(addressed) ?? getCommand(addressed)
}

function selectorFlags(values: ReadonlyMap<string, string>): readonly string[] {
  const labels = values.get('labelSelector') ?? ''
  return [
    ...(labels.startsWith('-') ? flagWith('--selector=', labels) : labels === '' ? [] : ['-l', quoteWord(labels)]),
    ...flagWith('--field-selector=', values.get('fieldSelector')),
  ]
}

/** `kubectl get` for a list. It omits the limit 500, which kubectl sends by default. */
function listCommand(addressed: Addressed): PrintedCommand | undefined {
  const values = only(addressed, ['limit', 'labelSelector', 'fieldSelector'])
  const limit = values?.get('limit')
  if (values === undefined || (limit !== undefined && !/^[1-9][0-9]{0,14}$/.test(limit))) return undefined
  const chunk = limit === undefined || limit === '500' ? [] : [`--chunk-size=${limit}`]
  return { words: ['get', addressed.type, ...scope(addressed), ...selectorFlags(values), ...chunk] }
}

function watchCommand(addressed: Addressed): PrintedCommand | undefined {
  const values = only(addressed, ['watch', 'labelSelector', 'fieldSelector', 'resourceVersion'])
  if (values === undefined) return undefined
  const fieldSelector = values.get('fieldSelector') ?? ''
  const name = fieldSelector.startsWith('metadata.name=') ? fieldSelector.slice('metadata.name='.length) : ''
  const words = ['get', addressed.type]
  if (values.get('resourceVersion') === undefined) {
    return { words: [...words, ...scope(addressed), '-w', ...selectorFlags(values)] }
  }
  const one = PLAIN_NAME.test(name) && !values.has('labelSelector') && values.get('resourceVersion') === '0'
  const fits = one && (addressed.location.namespace !== '' || scope(addressed).length === 0)
  return fits ? { words: [...words, name, ...scope(addressed), '-w'] } : undefined
}

function getCommand(addressed: Addressed): PrintedCommand | undefined {
  if (addressed.query.values.size > 0) return undefined
  const subresource = flagWith('--subresource=', addressed.location.subresource)
  return { words: ['get', ...typeAndName(addressed), ...subresource] }
}

/** The commands for logs and for connections to pods. */
function connectCommand(addressed: Addressed): PrintedCommand | undefined {
  const { apiGroup, apiVersion, resource, name, namespace, subresource } = addressed.location
  if (apiGroup !== '' || apiVersion !== 'v1' || resource !== 'pods') return undefined
  const pod = [name, '-n', namespace]
  if (subresource === 'log') return logsCommand(addressed, pod)
  if (subresource === 'portforward' && addressed.query.values.size === 0) {
    // kubectl sends the ports inside the connection, so the request does not have them.
    return { words: ['port-forward', ...pod, '8080:80'] }
  }
  return subresource === 'exec' || subresource === 'attach' ? streamCommand(addressed, pod) : undefined
}

const WHOLE_NUMBER = /^[1-9][0-9]{0,14}$/

const LOG_FLAGS: Readonly<Record<string, (value: string) => string | undefined>> = {
  container: (value) => (value === '' ? undefined : `-c=${quoteWord(value)}`),
  follow: (value) => (value === 'true' ? '-f' : undefined),
  limitBytes: (value) => (WHOLE_NUMBER.test(value) ? `--limit-bytes=${value}` : undefined),
  previous: (value) => (value === 'true' ? '-p' : undefined),
  sinceSeconds: (value) => (WHOLE_NUMBER.test(value) ? `--since=${value}s` : undefined),
  sinceTime: (value) => (value === '' ? undefined : `--since-time=${quoteWord(value)}`),
  tailLines: (value) => (value === '0' || WHOLE_NUMBER.test(value) ? `--tail=${value}` : undefined),
  timestamps: (value) => (value === 'true' ? '--timestamps' : undefined),
}

function logsCommand(addressed: Addressed, pod: readonly string[]): PrintedCommand | undefined {
  const values = only(addressed, Object.keys(LOG_FLAGS))
  const flags = [...(values ?? [])].map(([key, value]) => LOG_FLAGS[key]?.(value))
  if (values === undefined || flags.includes(undefined)) return undefined
  return { words: ['logs', ...pod, ...flags.flatMap((flag) => flag ?? [])] }
}

/** `exec` or `attach`, if kubectl can make the query. */
function streamCommand({ query, location }: Addressed, pod: readonly string[]): PrintedCommand | undefined {
  const { command = [], container = [], ...streams } = Object.fromEntries(query.values)
  const tty = 'tty' in streams
  const expected = [
    'stdout',
    ...(tty ? ['tty', 'stdin'] : ['stderr']),
    ...('stdin' in streams && !tty ? ['stdin'] : []),
  ]
  const given = Object.entries(streams)
  const fits =
    given.length === expected.length &&
    given.every(([key, values]) => expected.includes(key) && values.length === 1 && values[0] === 'true')
  const exec = location.subresource === 'exec'
  if (!fits || container.length > 1 || container[0] === '' || exec !== command.length > 0) return undefined
  const flags = [...flagWith('-c=', container[0]), ...('stdin' in streams ? ['-i'] : []), ...(tty ? ['-t'] : [])]
  const words = [location.subresource, ...pod, ...flags]
  return exec ? { words, afterDashes: command.map(quoteWord) } : { words }
}
