import { wellFormed } from '../../go/index.ts'
import type { HTTPRequest, PrintedRequest } from '../../http/index.ts'
import { fieldsOf, targetOf } from '../../http/index.ts'
import { yamlString } from '../../yaml/index.ts'
import { clientGap } from '../impersonation.ts'

/**
 * Prints a kubeconfig with the same impersonation and namespace as the request. Its reader has to fill in the credentials
 * of the requestor. If a kubeconfig cannot express the impersonation, it has none, and `gap` gives the reason.
 */
export function printKubeconfig(request: HTTPRequest, requestorName: string): PrintedRequest {
  const why = clientGap(request.headers, true)
  const name = scalar(requestorName === '' ? 'requestor' : requestorName)
  const namespace = fieldsOf(request).resource?.namespace ?? ''
  const lines = [
    'apiVersion: v1',
    'kind: Config',
    'current-context: playground',
    'clusters:',
    '- name: playground',
    '  cluster:',
    '    # The address of your API server, and certificate-authority for its certificate.',
    '    server: https://localhost:6443',
    'contexts:',
    '- name: playground',
    '  context:',
    '    cluster: playground',
    ...(namespace === '' ? [] : [`    namespace: ${scalar(namespace)}`]),
    `    user: ${name}`,
    'users:',
    `- name: ${name}`,
    '  user:',
    '    # A token of this user, or client-certificate and client-key in its place.',
    '    token: TOKEN',
    ...(why === undefined ? impersonationLines(request) : []),
  ]
  const text = `${lines.join('\n')}\n`
  return why === undefined
    ? { text }
    : { text, gap: `A client with a kubeconfig ${why}: this one impersonates nobody.` }
}

function impersonationLines({ headers }: HTTPRequest): readonly string[] {
  const read = targetOf(headers)
  if (read.kind !== 'target') return []
  const { username, uid, groups, extra } = read.wantedUser
  return [
    `    as: ${scalar(username)}`,
    ...(uid === '' ? [] : [`    as-uid: ${scalar(uid)}`]),
    ...(groups.length === 0 ? [] : ['    as-groups:', ...groups.map((group) => `    - ${scalar(group)}`)]),
    ...(extra.size === 0 ? [] : ['    as-user-extra:']),
    ...[...extra].flatMap(([key, values]) => [
      `      ${scalar(key)}:`,
      ...values.map((value) => `      - ${scalar(value)}`),
    ]),
  ]
}

function scalar(text: string): string {
  return yamlString(wellFormed(text))
}
