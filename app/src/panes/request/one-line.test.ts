import { type PlainUser, plainText } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { requestInOneLine, requestorInWords } from './one-line.ts'
import { preset } from './requestor.ts'

const words = (user: PlainUser): string => plainText(requestorInWords(user))
const nobody: PlainUser = { username: '' }

describe('the words of a requestor', () => {
  it('say of each kind what it is, without the groups that all of it have', () => {
    expect(words(preset('user', nobody))).toBe('a user without a name')
    expect(words(preset('serviceaccount', nobody))).toBe('service account default/my-controller')
    expect(words(preset('bound-token', nobody))).toBe(
      'service account default/my-controller, with a token bound to pod my-controller-x7k2p on node node-1',
    )
    expect(words(preset('node', nobody))).toBe('node node-1')
    expect(words(preset('anonymous', nobody))).toBe('system:anonymous')
    expect(words(preset('masters', nobody))).toBe('kubernetes-admin, a member of system:masters')
  })

  it('name the groups that a policy may bind, and the uid', () => {
    expect(words({ username: 'jane', groups: ['devs', 'system:authenticated'] })).toBe('jane, a user in group devs')
    expect(words({ username: 'jane', groups: ['devs', 'on call'], uid: '42' })).toBe(
      'jane, a user in groups devs, on call with uid 42',
    )
  })

  it('call a user a node only where authorizers do', () => {
    expect(words({ username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] })).toBe('node n1')
    expect(words({ username: 'system:node:n1', groups: ['system:authenticated'] })).toBe('user system:node:n1')
    expect(words({ username: 'system:serviceaccount:only' })).toBe('user system:serviceaccount:only')
    expect(words(nobody)).toBe('a user without a name')
  })
})

describe('the line of a request', () => {
  const http = (text: string) => requestInOneLine({ form: 'http', text })
  const kubectl = (text: string) => requestInOneLine({ form: 'kubectl', text })

  it('has the method, the target and the user to impersonate', () => {
    expect(http('GET /version HTTP/1.1')).toEqual({ text: 'GET /version', isCut: false })
    expect(http('# a comment\nDELETE /api/v1/pods HTTP/1.1\nAccept: */*\nImpersonate-User: jane').text).toBe(
      'DELETE /api/v1/pods as jane',
    )
    const all =
      'GET /x HTTP/1.1\nImpersonate-User: jane\nImpersonate-Uid: 42\nImpersonate-Group: devs\nImpersonate-Group: ops\nImpersonate-Extra-scopes: view'
    expect(http(all).text).toBe('GET /x as jane in groups devs, ops with uid 42 and extra scopes=view')
  })

  it('says that a body is left out', () => {
    expect(http('POST /api/v1/pods HTTP/1.1\n\n{}')).toEqual({ text: 'POST /api/v1/pods', isCut: true })
    expect(kubectl('kubectl apply -f - <<EOF\nkind: Pod\nEOF')).toEqual({
      text: 'kubectl apply -f - <<EOF',
      isCut: true,
    })
  })

  it('joins the lines of a command, and leaves out comments', () => {
    expect(kubectl('# as jane\nkubectl get pods \\\n  -n prod \\\n  --as=jane\n')).toEqual({
      text: 'kubectl get pods -n prod --as=jane',
      isCut: false,
    })
  })

  it('is the first line of a text that cannot be read', () => {
    expect(http('not a request\nat all').text).toBe('not a request')
    expect(http('\n')).toEqual({ text: '', isCut: false })
  })
})
