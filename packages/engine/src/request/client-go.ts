import { goQuote } from '../go/index.ts'
import type { HTTPRequest, PrintedRequest } from '../http/index.ts'
import { type ImpersonationFields, impersonationOf } from '../http/index.ts'
import { clientGap } from '../kubectl/index.ts'
import { type ClientCall, clientCall } from './client-go-call.ts'

/**
 * Prints a Go program that sends the request with client-go v0.36: a typed call if there is one, else a call of the REST
 * client. client-go chooses all headers except the impersonation and the type of the body. If it cannot send such a
 * request, the text is a comment with the reason.
 */
export function printClientGo(request: HTTPRequest): PrintedRequest {
  const why = clientGap(request.headers, false)
  const call = why === undefined ? clientCall(request) : `client-go ${why}.`
  if (typeof call === 'string') return { text: `// ${call}\n`, gap: call }
  return { text: program(call, impersonationOf(request.headers)) }
}

const ALWAYS = ['"context"', '"log"', '"k8s.io/client-go/kubernetes"', '"k8s.io/client-go/rest"']

function program({ imports, lines }: ClientCall, impersonate: ImpersonationFields): string {
  const all = [...ALWAYS, ...imports]
  const ofGo = all.filter((path) => !path.includes('.')).sort()
  const others = all.filter((path) => path.includes('.')).sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))
  return [
    'package main',
    '',
    'import (',
    ...indented(ofGo),
    '',
    ...indented(others),
    ')',
    '',
    'func main() {',
    ...indented(['ctx := context.Background()', ...configOf(impersonate)]),
    ...indented(['clientset, err := kubernetes.NewForConfig(config)', 'if err != nil {', '\tlog.Fatal(err)', '}']),
    ...indented(lines),
    '}',
    '',
  ].join('\n')
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === '' ? '' : `\t${line}`))
}

function pathOf(spec: string): string {
  return spec.slice(spec.indexOf('"'))
}

function configOf(impersonate: ImpersonationFields): readonly string[] {
  const fields = impersonationOfConfig(impersonate)
  const credentials = '// The requestor: a token, or TLSClientConfig with a client certificate.'
  if (fields.length === 0) {
    return [
      'config := &rest.Config{',
      '\tHost: "https://localhost:6443",',
      `\t${credentials}`,
      '\tBearerToken: "TOKEN",',
      '}',
    ]
  }
  return [
    'config := &rest.Config{',
    '\tHost: "https://localhost:6443",',
    `\t${credentials}`,
    '\tBearerToken: "TOKEN",',
    '\tImpersonate: rest.ImpersonationConfig{',
    ...fields.map((line) => `\t\t${line}`),
    '\t},',
    '}',
  ]
}

function impersonationOfConfig({ username, uid, groups, extra }: ImpersonationFields): readonly string[] {
  const single: readonly (readonly [string, string])[] = [
    ...(username === '' ? [] : [['UserName', goQuote(username)] as const]),
    ...(uid === '' ? [] : [['UID', goQuote(uid)] as const]),
    ...(groups.length === 0 ? [] : [['Groups', `[]string{${groups.map(goQuote).join(', ')}}`] as const]),
  ]
  const lines = aligned(single)
  return extra.length === 0
    ? lines
    : [...lines, 'Extra: map[string][]string{', ...aligned(extraEntries(extra)).map((line) => `\t${line}`), '},']
}

function extraEntries(extra: ImpersonationFields['extra']): readonly (readonly [string, string])[] {
  const byKey = new Map<string, string[]>()
  for (const { key, value } of extra) {
    const values = byKey.get(key)
    if (values === undefined) byKey.set(key, [goQuote(value)])
    else values.push(goQuote(value))
  }
  return [...byKey].map(([key, values]) => [goQuote(key), `{${values.join(', ')}}`])
}

/** `Key: value,` lines, aligned as gofmt does. */
function aligned(entries: readonly (readonly [string, string])[]): readonly string[] {
  const longest = entries.reduce((most, [key]) => Math.max(most, key.length), 0)
  return entries.map(([key, value]) => `${`${key}:`.padEnd(longest + 1)} ${value},`)
}
