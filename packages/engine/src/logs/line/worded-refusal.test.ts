import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goQuote } from '../../go/index.ts'
import { parseClusterOutput } from './cluster-output.ts'
import { writtenMessage } from './forbidden-message.ts'
import { pathAttributes } from './observed-request.ts'
import { LONGEST_WORDED, wordedRefusals } from './worded-refusal.ts'

const LISTS = 'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "prod"'
const GRANTS =
  'roles.rbac.authorization.k8s.io "r" is forbidden: user "op" (groups=["devs" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:["a.io"], Resources:["b"], Verbs:["get"]}'

/** Every request of a text as far as a message can report it. */
function read(text: string) {
  return parseClusterOutput(text).requests.map(({ requestor, impersonation, request, answer }) => {
    const { message = '', reason = '' } = answer
    return { requestor, impersonation, request, message: message.trim(), reason: reason.trim() }
  })
}

/** Line breaks where a terminal of this width has them. */
const cut = (text: string, width: number) => text.replace(new RegExp(`(.{${width}})(?=.)`, 'g'), '$1\n')

/** Line breaks of a mail, in place of a blank; no word is cut. */
const folded = (text: string, width: number) =>
  text.replace(new RegExp(`([^\\n]{${Math.floor(width / 2)},${width}}) (?=\\S)`, 'g'), '$1\n')

const everyLine = (prefix: string) => (text: string) => text.replace(/^/gm, prefix)

describe('a 403 in another layout is read as it was written:', () => {
  it.each([
    ['broken after the user', LISTS.replace('User ', 'User\n')],
    ['broken before the kind ends', LISTS.replace('pods is ', 'pods is\n')],
    ['cut at 40 columns', cut(LISTS, 40)],
    ['in the frame of Terraform', `╷\n│ Error: ${folded(LISTS, 60).replaceAll('\n', '\n│ ')}\n│ \n│   with x.y,\n╵`],
    ['in a quote of a mail', everyLine('> ')(folded(LISTS, 50))],
    ['in the log of Docker Compose', everyLine('web-0  | ')(folded(LISTS, 50))],
    ['in the log of a pod with prefix', everyLine('[pod/web-0/app] ')(folded(LISTS, 50))],
    ['in the log of CI', everyLine('2026-11-28T10:11:12.1234567Z ')(cut(LISTS, 45))],
    ['in two panes of tmux', cut(LISTS, 40).replace(/$/gm, ' │')],
    ['with the quotes of a word processor', LISTS.replace(/"([^"]*)"/g, '“$1”')],
    ['with German quotes', LISTS.replace(/"([^"]*)"/g, '„$1“')],
    ['with French quotes', LISTS.replace(/"([^"]*)"/g, '«$1»')],
    ['with single quotes', LISTS.replaceAll('"', "'")],
    ['with backticks', LISTS.replaceAll('"', '`')],
    ['in HTML', LISTS.replaceAll('"', '&quot;')],
    ['in HTML twice', LISTS.replaceAll('"', '&amp;quot;')],
    ['escaped', LISTS.replaceAll('"', '\\"')],
    ['escaped twice', LISTS.replaceAll('"', '\\\\\\"')],
    [
      'in bytes of Python',
      `ApiException: b'{"kind":"Status","message":"${LISTS.replaceAll('"', '\\\\"')}","code":403}'`,
    ],
    ['in CSV', `1,"${LISTS.replaceAll('"', '""')}",x`],
    ['in colours', LISTS.replace('forbidden', '\u001b[31mforbidden\u001b[0m')],
    ['in printed colours', `^[[31m${LISTS.replace('User', '^[[1mUser^[[0m')}^[[0m`],
    ['with no-break blanks', LISTS.replaceAll(' ', '\u00a0')],
    ['with invisible blanks', `\ufeff${LISTS.replace('User', '\u200bUser')}`],
    ['in bold', LISTS.replace('forbidden:', '**forbidden:**').replace('User', '**User**')],
    ['in a cell of a table', `| 403 | ${LISTS} |`],
    ['within a sentence', `It says “${LISTS}”, what now?`],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual(read(LISTS))
  })

  it('a link that an editor made of the kind', () => {
    expect(read(GRANTS.replace(/^\S+/, '[$&](http://$&)'))).toEqual(read(GRANTS))
    expect(read(GRANTS.replace(/^\S+/, '<http://$&|$&>'))).toEqual(read(GRANTS))
  })

  it('rights that a role would grant, where the word of the groups was lost', () => {
    expect(read(GRANTS.replace('groups=[', ''))).toEqual(read(GRANTS))
  })

  it('rights that a role would grant, folded', () => {
    expect(read(folded(GRANTS, 60))).toEqual(read(GRANTS))
    expect(read(GRANTS.replace(/"([^"]*)"/g, '“$1”'))).toEqual(read(GRANTS))
  })

  it.each([
    ['of a group', LISTS.replace('API group ""', 'API group "apps"').replace('pods is', 'pods.apps is')],
    ['of no group', LISTS],
    ['cluster-wide', LISTS.replace('in the namespace "prod"', 'at the cluster scope')],
  ])('without any quotes, %s', (_, text) => {
    expect(read(`message:${text.replaceAll('"', '')},reason:Forbidden`)).toEqual(read(text))
    expect(read(folded(text.replaceAll('"', ''), 40))).toEqual(read(text))
  })

  it.each([
    ['one name', LISTS.replace('jane', '**jane**')],
    ['the end, from within a name', LISTS.replace('"jane', '"**jane').replace(/$/, '**')],
    [
      'the end, over two lines',
      LISTS.replace('"jane', '"**jane').replace('resource ', 'resource\n').replace(/$/, '**\n'),
    ],
  ])('bold in Markdown: %s', (_, text) => {
    expect(read(text)).toEqual(read(LISTS))
  })

  const NAMED = LISTS.replace('pods is', 'pods "web-0" is').replace('list', 'get')
  it('a name whose sentence ends', () => {
    expect(read(NAMED.replace('forbidden: ', 'forbidden.\n\n> '))).toEqual(read(NAMED))
  })

  it('a name in the details of the answer', () => {
    const rest = NAMED.slice(NAMED.indexOf('User')).replaceAll('"', '\\\\"')
    const details = (kind: string) =>
      parseClusterOutput(`${rest}","reason":"Forbidden","details":{"name":"web-0","kind":"${kind}"},"code":403}`)
    expect(details('pods').requests[0]?.request.attributes?.name).toBe('web-0')
    expect(details('secrets').requests[0]?.request.attributes?.name).toBe('')
  })

  it('two names in older words', () => {
    const older = (name: string) =>
      `Err: pods "${name}" is forbidden: User "x" cannot create pods/exec in the namespace "n"`
    const { requests } = parseClusterOutput(`${older('a')}\n2018/12/07 pods "b": ${older('c')}`)
    expect(requests.map(({ request }) => request.attributes?.name)).toEqual(['a', 'c'])
  })

  it('a second message that the text cuts is reported', () => {
    const older = LISTS.replace('resource "pods" in API group ""', 'pods')
    for (const [text, count] of [
      [LISTS, 1],
      [`Err: ${cut(LISTS, 60)}`, 1],
      [older, 1],
      ['started', 0],
    ] as const)
      for (let length = 'pods is forbidden: User "j'.length; length < LISTS.length; length++) {
        const { requests, problems } = parseClusterOutput(`${text}\n${LISTS.slice(0, length)}\n`)
        expect(requests).toHaveLength(count)
        expect(problems).toEqual([expect.stringContaining('The text ends within the 403 message')])
      }
    expect(parseClusterOutput(`${LISTS}\n${LISTS.replace(/resource.*/, 'path "/x"')}`).problems).toEqual([])
    expect(parseClusterOutput(`${LISTS}\n${older}`).problems).toEqual([])
  })

  it('several messages, each on its line', () => {
    const text = `${cut(LISTS, 50)}\n\n${LISTS.replaceAll('prod', 'test')}\n${everyLine('> ')(folded(LISTS, 50))}`
    expect(parseClusterOutput(text).requests.map(({ lines }) => lines)).toEqual([[1], [4], [5]])
  })
})

describe('the reason of a 403', () => {
  const OLD = 'builds.ci.io is forbidden: User "op" cannot create builds.ci.io in the namespace "lab"'

  it('ends where an escaped text has another message', () => {
    const text = `{"rc": 1, "stderr": "${`${OLD}: no RBAC policy matched`.replaceAll('"', '\\"')}\\n${LISTS.replaceAll('"', '\\"')}"}`
    expect(read(`task failed => ${text}`).map(({ requestor, reason }) => [requestor.username, reason])).toEqual([
      ['op', 'no RBAC policy matched'],
      ['jane', ''],
    ])
  })

  it('comes after a full stop in old texts, and before the user where a token has not the scope', () => {
    expect(read(`${OLD}.: "no path found to object"`)[0]?.reason).toBe('"no path found to object"')
    const scopes = 'scopes [user:info] prevent this action'
    expect(read(`"message": "${scopes}; User \\"op\\" cannot get routes in project \\"lab\\""`)[0]?.reason).toBe(scopes)
  })

  it('has the rules on the lines after it, also in a session', () => {
    const rule = '{APIGroups:["apps"], Resources:["deployments"], ResourceNames:["op"], Verbs:["update"]}'
    const text = `$ kubectl -n lab apply -f op.yaml\nserviceaccount/op created\nError from server (Forbidden): ${GRANTS}\n${rule}\n$ exit`
    const [{ request, reason } = { request: {}, reason: '' }, ...others] = read(text)
    expect(others).toEqual([])
    expect(reason).toBe(`${GRANTS.slice(GRANTS.indexOf('{'))}\n${rule}`)
    expect(request).toEqual({ written: { resource: 'roles', name: 'r', namespace: 'lab' } })
  })
})

describe('other words for the same', () => {
  const asked = (text: string) => {
    const [one] = parseClusterOutput(text).requests
    const { verb, resource, apiGroup, subresource, namespace } = one?.request.attributes ?? {}
    return [one?.requestor.username, verb, resource, apiGroup, subresource, namespace, one?.answer.message]
  }

  it.each([
    ['User "x" cannot list endpoints at the cluster scope', ['x', 'list', 'endpoints', '', '', '']],
    [
      'deployments.extensions "w" is forbidden: User "x" cannot update deployments.extensions/scale in the namespace "n".',
      ['x', 'update', 'deployments', 'extensions', 'scale', 'n'],
    ],
    ['User "x" cannot get pods in project "p"', ['x', 'get', 'pods', '', '', 'p']],
    ['User "x" cannot list all nodes in the cluster', ['x', 'list', 'nodes', '', '', '']],
    ['User "x" cannot list resource "pods" in API group "" in the namespace "n"', ['x', 'list', 'pods', '', '', 'n']],
    [
      'User "x" cannot patch\n  resource "clusterrolebindings" ... at the cluster scope',
      ['x', 'patch', 'clusterrolebindings', 'rbac.authorization.k8s.io', '', ''],
    ],
    ['User "x" cannot get resource "pods/log" […] in the namespace "n"', ['x', 'get', 'pods', '', 'log', 'n']],
    ['User "x" cannot get resource "deployments" in the namespace "n"', ['x', 'get', 'deployments', 'apps', '', 'n']],
    [
      'clusters.resources.kubesphere.io is forbidden: x cannot list resource "clusters" in API group "resources.kubesphere.io" at the cluster scope',
      ['x', 'list', 'clusters', 'resources.kubesphere.io', '', ''],
    ],
  ])('%s: without the message of today', (text, expected) => {
    expect(asked(text)).toEqual([...expected, undefined])
  })
})

describe('a name', () => {
  const named = (name: string) => LISTS.replace('"jane"', goQuote(name))

  it.each([
    '[redacted]',
    '***',
    '**',
    '**-x',
    'x-**',
    '***x***',
    '<namespace>',
    'Jane Doe',
    'a "b" c',
    "o'brien",
    'C:\\x',
    'a `b`',
    '“c”',
    'a*b_c',
  ])('%s stays as it is', (name) => {
    const user = (text: string) => parseClusterOutput(text).requests.map(({ requestor }) => requestor.username)
    expect(user(named(name))).toEqual([name])
    expect(user(named(name).replace('resource ', 'resource\n'))).toEqual([name])
    expect(user(everyLine('│ ')(named(name).replace('API ', 'API\n')))).toEqual([name])
  })

  it.each(['system:serviceaccount:lab-s\nite:web', 'system:node:n\n1'])(
    'without blanks is cut by a terminal, whatever the next line begins with: %j',
    (name) => {
      const text = `watch: ${LISTS.replace('jane', name).replace(' in the namespace', ' in\nthe namespace')}`
      expect(read(text).map(({ requestor }) => requestor.username)).toEqual([name.replace('\n', '')])
    },
  )

  it('that is masked is the same in the message that the API server would have written', () => {
    const [one] = read(named('<user>'))
    expect(one?.message).toContain('User "&lt;user&gt;" cannot')
  })
})

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,11}$/)
const name = fc.oneof(
  word,
  fc.constantFrom(
    'system:serviceaccount:ci:deployer',
    'dana@example.com',
    '***',
    '[redacted]',
    '<namespace>',
    'a"b',
    "o'x",
    'https://id#7',
    'a\\b',
    'a&b',
    'ü',
  ),
)
const message = fc
  .record({
    user: name,
    verb: fc.constantFrom('list', 'get', 'impersonate-on:user-info:list', 'deletecollection', 'use'),
    group: fc.constantFrom('', 'apps', 'rbac.authorization.k8s.io'),
    resource: word,
    subresource: fc.constantFrom('', 'scale', 'status'),
    namespace: fc.oneof(fc.constant(''), word, fc.constantFrom('<namespace>', '***', '[redacted]')),
    object: fc.oneof(fc.constant(''), word, fc.constantFrom('system:node', 'a"b')),
    path: fc.option(fc.constantFrom('/metrics', '/api/v1/x', '/<b>')),
  })
  .map(({ user, verb, group, resource, subresource, namespace, object, path }) =>
    path === null
      ? writtenMessage(
          user,
          { verb, isResourceRequest: true, apiGroup: group, resource, subresource, namespace, name: object, path: '' },
          '',
        )
      : writtenMessage(user, pathAttributes('get', path), ''),
  )

const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/** What programs make of a text that they quote, embed or export; a page encodes it last. */
const embedded = fc.constantFrom<(text: string) => string>(
  (text) => JSON.stringify({ note: text }),
  (text) => `msg=${goQuote(text)} code=403`,
  (text) => `7,"${text.replaceAll('"', '""')}",x`,
  (text) => `b'${JSON.stringify({ kind: 'Status', message: text, code: 403 }).replaceAll('\\', '\\\\')}'`,
  (text) => `Error from server (Forbidden): ${text}`,
)
/** What a terminal, a mail or a page makes of it. */
const broken = fc.oneof(
  fc.constant((text: string) => text),
  fc.integer({ min: 30, max: 120 }).map((width) => (text: string) => cut(text, width)),
  fc.integer({ min: 30, max: 120 }).map((width) => (text: string) => folded(text, width)),
)
const framed = fc.constantFrom<(text: string) => string>(
  everyLine('│ '),
  everyLine('> '),
  everyLine('web-0 | '),
  everyLine('[pod/web-0/app] '),
  everyLine('2026-11-28T10:11:12.123Z '),
  (text) => text.replace(/$/gm, ' │'),
  (text) => `╷\n${everyLine('│ ')(text)}\n╵`,
  (text) => text.replace(/ (?=\w)/g, '\u00a0'),
  (text) => `\u001b[31m${text}\u001b[0m`,
  everyLine('^[[2m'),
  (text) => `Look:\n\n${text}\n\nWhy?`,
)

it('any message is read as it was written, through what quoted, embedded, broke and framed it', () => {
  const chain = fc.tuple(fc.array(embedded, { maxLength: 2 }), fc.boolean(), broken, fc.array(framed, { maxLength: 3 }))
  fc.assert(
    fc.property(message, chain, (written, [inner, isPage, breaks, outer]) => {
      const text = [...inner, ...(isPage ? [html] : []), breaks, ...outer].reduce((so, change) => change(so), written)
      expect(read(text)).toEqual(read(written))
    }),
    { numRuns: 300 },
  )
})

describe('a text of nothing but one piece', () => {
  // The longest that is read at all: each of these took more than a minute while the work grew with the square of the length.
  it.each([
    '**a ',
    '**a\n',
    'User ',
    'User_',
    'User a cannot ',
    'User a cannot get resource b in API group ',
    'user "\n',
    'User "a" cannot ',
    'User "\\',
    '\\',
    '"',
    'forbidden User "x" ',
    'a"\n"',
    '&quot;user ',
  ])('has no refusal: %j', (piece) => {
    const text = piece.repeat(LONGEST_WORDED).slice(0, LONGEST_WORDED)
    expect(wordedRefusals(text)).toEqual([])
    expect(parseClusterOutput(`User "${text}`).requests).toEqual([])
  })

  it.each([`${LISTS}: `, `[${LISTS}`, 'pods is forbidden: User "', `\\"${LISTS.replaceAll('"', '\\"')}\\" "`])(
    'many times on one line is read in a moment: %j',
    (piece) => {
      const { requests } = parseClusterOutput(piece.repeat(2_000_000 / piece.length))
      expect(requests.length).toBeLessThanOrEqual(1)
    },
  )
})

describe('a refused write in the words before 1.14', () => {
  const TODAY =
    'clusterroles.rbac.authorization.k8s.io "meter" is forbidden: user "kim@example.com" (groups=["ops" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n'
  const text = (rules: string, user = '&{kim@example.com  [ops system:authenticated] map[]}') =>
    `Error from server (Forbidden): error when creating "r.yaml": clusterroles.rbac.authorization.k8s.io "meter" is forbidden: attempt to grant extra privileges: [${rules}] user=${user} ownerrules=[{[create] [authorization.k8s.io] [selfsubjectaccessreviews] [] []}] ruleResolutionErrors=[]`

  it.each([
    [
      'PolicyRule{Resources:["nodes"], APIGroups:[""], Verbs:["list"]} PolicyRule{NonResourceURLs:["/metrics"], Verbs:["get"]}',
      '{Resources:["nodes"], APIGroups:[""], Verbs:["list"]}\n{NonResourceURLs:["/metrics"], Verbs:["get"]}',
    ],
    [
      '{[get list] [] [nodes pods] [] []} {[get] [ apps] [deployments] [web] []} {[get] [] [] [] [/metrics /healthz]}',
      [
        '{APIGroups:[""], Resources:["nodes" "pods"], Verbs:["get" "list"]}',
        '{APIGroups:["" "apps"], Resources:["deployments"], ResourceNames:["web"], Verbs:["get"]}',
        '{NonResourceURLs:["/metrics" "/healthz"], Verbs:["get"]}',
      ].join('\n'),
    ],
  ])('is that of today: %s', (rules, expected) => {
    expect(wordedRefusals(text(rules))).toEqual([
      { message: TODAY + expected, isWhole: true, firstLine: 0, lastLine: 0 },
    ])
    const escaped = JSON.stringify(text(rules)).slice(1, -1).replace('&', '\\u0026')
    expect(wordedRefusals(escaped).map(({ message }) => message)).toEqual([TODAY + expected])
    expect(wordedRefusals(text(rules).replace(/ (?=user=|ownerrules=)/g, '\n'))).toMatchObject([
      { message: TODAY + expected, lastLine: 1 },
    ])
  })

  it('has the roles that RBAC did not find, each message its own', () => {
    const lost = 'clusterroles.rbac.authorization.k8s.io "gone" not found'
    const rules = '{[get] [] [nodes] [] []}'
    const first = text(rules).replace('ruleResolutionErrors=[]', `ruleResolutionErrors=[${lost}]`)
    expect(wordedRefusals(`${first}\n${text(rules)}`).map(({ message }) => message.split('; ')[1])).toEqual([
      `resolution errors: [${lost}]`,
      undefined,
    ])
  })

  it('is left alone where it does not say who wrote what', () => {
    expect(wordedRefusals('attempt to grant extra privileges: [{[*] [*] [*] [] []}] user=&{kim  [] map[]}')).toEqual([])
    expect(wordedRefusals(text('{[*] [*] [*] [] []}', 'kim'))).toEqual([])
  })
})
