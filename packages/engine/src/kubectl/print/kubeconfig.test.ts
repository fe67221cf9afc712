import { describe, expect, it } from 'vitest'
import type { HTTPHeader } from '../../http/index.ts'
import { printKubeconfig } from './kubeconfig.ts'

function kubeconfig(headers: readonly HTTPHeader[], requestor = 'me'): ReturnType<typeof printKubeconfig> {
  return printKubeconfig({ method: 'GET', target: '/api/v1/namespaces/prod/pods', headers, body: '' }, requestor)
}

function lines(headers: readonly HTTPHeader[], requestor?: string): readonly string[] {
  return kubeconfig(headers, requestor).text.split('\n')
}

describe('a kubeconfig', () => {
  it('impersonates whom the request impersonates, in its namespace', () => {
    const headers = [
      { name: 'Impersonate-User', value: 'system:serviceaccount:prod:bot' },
      { name: 'Impersonate-Uid', value: '7' },
      { name: 'Impersonate-Group', value: 'dev' },
      { name: 'Impersonate-Group', value: 'a: b' },
      { name: 'Impersonate-Extra-Example.com%2fScopes', value: 'view' },
      { name: 'Impersonate-Extra-Example.com%2fScopes', value: '' },
    ]
    expect(kubeconfig(headers, 'system:serviceaccount:ci:runner')).toEqual({
      text: `apiVersion: v1
kind: Config
current-context: playground
clusters:
- name: playground
  cluster:
    # The address of your API server, and certificate-authority for its certificate.
    server: https://localhost:6443
contexts:
- name: playground
  context:
    cluster: playground
    namespace: prod
    user: system:serviceaccount:ci:runner
users:
- name: system:serviceaccount:ci:runner
  user:
    # A token of this user, or client-certificate and client-key in its place.
    token: TOKEN
    as: system:serviceaccount:prod:bot
    as-uid: "7"
    as-groups:
    - dev
    - "a: b"
    as-user-extra:
      example.com/scopes:
      - view
      - ""
`,
    })
  })

  it('quotes texts that YAML would read as another type', () => {
    const as = (value: string) =>
      lines([{ name: 'Impersonate-User', value }]).find((line) => line.startsWith('    as:'))
    for (const word of [
      'yes',
      'Off',
      'null',
      'n',
      'True',
      '1e3',
      '0x1',
      '.inf',
      '~',
      '-',
      '# a',
      '*a',
      '{a',
      'a:',
      '"',
      '<<',
    ]) {
      expect(as(word), word).toBe(`    as: ${JSON.stringify(word)}`)
    }
    expect(as('é\u0085\u2028')).toBe('    as: "é\\u0085\\u2028"')
    expect(lines([], 'a\nb')).toContain('- name: "a\\nb"')
  })

  it('has no impersonation where none is asked for, and says where a kubeconfig cannot ask', () => {
    expect(kubeconfig([]).text).not.toContain('as')
    for (const headers of [
      [{ name: 'Impersonate-Group', value: 'g' }],
      [{ name: 'Impersonate-User', value: '' }],
      [
        { name: 'Impersonate-User', value: 'a' },
        { name: 'Impersonate-Extra-%41', value: 'g' },
      ],
    ]) {
      const { text, gap } = kubeconfig(headers)
      expect(gap).toMatch(/impersonates nobody/)
      expect(text).not.toMatch(/^ {4}as/m)
    }
  })
})
