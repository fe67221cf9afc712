import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { customResources } from '../discovery/index.ts'
import { Discovery } from '../kube/index.ts'
import { readGoal } from './read-goal.ts'

/** `problem` of a sentence, as “gett: message fix”. */
function problemOf(sentence: string): string {
  const { problem } = readGoal(sentence)
  if (problem === undefined) return 'understood'
  return `${sentence.slice(problem.start, problem.end)}: ${problem.message} ${problem.fix}`
}

const questionOf = (sentence: string) => {
  const { goal, problem } = readGoal(sentence)
  if (problem !== undefined) throw new Error(problem.message)
  return goal.question
}

describe('a goal that is not understood', () => {
  it.each([
    ['dana can gett pods in prod', 'gett: “gett” is not a verb of RBAC. Did you mean “get”?'],
    ['dana can read pods in prod', 'read: “read” is not a verb of RBAC. Write get and list and watch.'],
    ['dana can get pods/logs in prod', 'pods/logs: pods/logs is not a subresource. Did you mean “pods/log”?'],
    ['dana cannot get po/LOG in prod', 'po/LOG: po/LOG is not a subresource. Did you mean “po/log”?'],
    [
      'nobody can update deployments/scal.apps anywhere',
      'deployments/scal.apps: deployments.apps/scal is not a subresource. Did you mean “deployments.apps/scale”?',
    ],
    [
      'nobody can update deployments/nonsense anywhere',
      'deployments/nonsense: No version of Kubernetes has the subresource “nonsense” of deployments.apps. It has the subresources scale and status.',
    ],
    [
      'nobody can get secrets/status anywhere',
      'secrets/status: No version of Kubernetes has the subresource “status” of secrets. It has no subresources: write “secrets”.',
    ],
    ['dana can get podz in prod', 'podz: No resource is called “podz”. Did you mean “pods”?'],
    [
      'dana can get foos in prod',
      'foos: No resource is called “foos”. Write the plural with its API group: “foos.example.com”.',
    ],
    ['dana can get pods', 's: The sentence ends where a namespace is expected. Write “in NAMESPACE”'],
    ['dana can get pods in', 'n: The sentence ends where a namespace is expected.'],
    ['dana can get nodes in prod', 'prod: nodes are in no namespace. Leave out the namespace.'],
    ['dana can get /healthz in prod', 'prod: A path has neither a name nor a namespace.'],
    ['dana can get /healthz and pods in prod', 'pods: Paths and resources are in one list. Make two goals of them.'],
    ['dana can list /healthz', 'list: “list” is not a verb of RBAC. Verbs here are get, head, '],
    ['dana may get pods in prod', 'may: “may” is found where “can”, “cannot”, or a comma and a request is expected.'],
    ['dana', 'a: The sentence ends where “can”'],
    ['', ': The sentence ends where a subject is expected.'],
    ['   ', ': The sentence ends where a subject is expected.'],
    ['under legacy,', ',: The sentence ends where a subject is expected.'],
    ['dana can get pods in prod now', 'now: “now” is found where the end of the sentence is expected.'],
    ['under legasy, dana can get pods in prod', 'legasy: Unknown design “legasy”. Did you mean “legacy”?'],
    ['under zzzzzz, nobody can get pods in prod', 'zzzzzz: Unknown design “zzzzzz”. Designs are constrained, '],
    ['only dana may get pods in prod', 'may: “may” is found where “can” is expected.'],
    ['nobody gets pods in prod', 'gets: “gets” is found where “can” is expected.'],
    ['at most many rules', 'many: “many” is found where a whole number is expected. Write at most 3 rules.'],
    ['at most 3 rulez', 'rulez: “rulez” is found where what is counted is expected.'],
    ['at most 3.5 rules', '3.5: “3.5” is found where a whole number is expected.'],
    [
      'lint finds mispelt-verb',
      'mispelt-verb: No rule of the lint is called “mispelt-verb”. Did you mean “misspelt-verb”?',
    ],
    ['the request does pods', 'does: “does” is found where “: 200”, “asks to”'],
    ['the request: 2000', 'The sentence does not end with the code of the answer.'],
    ['portal, GET /healthz', 'The sentence does not end with the code of the answer. Write “: 200”'],
    ['portal, GET /healthz: 200, by magic', 'by magic: “magic” is neither a mode of impersonation nor a verb.'],
    ['portal as dana, kubectl get pods --as=bob: 200', 'The sentence says twice whom the request asks to become.'],
    ['portal as dana, curl https://x/: 200', 'A curl command says itself whom it asks to become.'],
    ['portal, GET /a b: 200', 'The path of a request has no blanks. Write %20 for a blank.'],
    ['then after long, portal, GET /healthz: 200', 'long: “long” is found where a number of seconds is expected.'],
    [
      'dana GET /healthz: 200',
      'GET: “GET” is found where “can”, “cannot”, or a comma and a request is expected. Write “can”',
    ],
    [
      'dana, get /healthz: 200',
      ',: “,” is found where “can”, “cannot”, or a comma and a request is expected. Write “can”',
    ],
    [
      'dana CAN get pods in prod',
      'CAN: “CAN” is found where “can”, “cannot”, or a comma and a request is expected. Did you',
    ],
    ['dana cannot get /metrics?x=1', '/metrics?x=1: Rules know no query of a path. Leave out “?”'],
    ['dana in group', 'p: The sentence ends where a group is expected.'],
    [
      'dana with can get pods in prod',
      'can: “can” is found where “UID” or “extra” is expected. Write “with UID 1234” or',
    ],
    ['dana with UID', 'D: The sentence ends where a UID is expected.'],
    ['dana with UID "" can get pods in prod', '"": “""” is found where a UID is expected.'],
    [
      'dana with extra reason can get pods in prod',
      'reason: “reason” is found where an extra as KEY=VALUE is expected.',
    ],
    ['dana with extra a=1, b can get pods in prod', 'b: “b” is found where an extra as KEY=VALUE is expected.'],
    ['dana with extra a= can get pods in prod', 'a=: “a=” is found where an extra as KEY=VALUE is expected.'],
    ['dana with extra a="b can get pods in prod', 'a="b: “a="b” is found where an extra as KEY=VALUE'],
    ['dana with extra "a=two words", GET /a: 200', 'is found where an extra as KEY=VALUE is expected. Write its key'],
    ['dana with UID 1 and UID 2 can get pods in prod', 'and: “and” is found where “can”'],
    ['only dana with UID 1 can get pods in prod', 'with: “with” is found where “can” is expected.'],
    ['a as Group/ops, GET /a: 200', 'Group/ops: A request asks to become a user. Write “as USER in group NAME”'],
    ['a as ServiceAccount/ci, GET /a: 200', 'ServiceAccount/ci: A request asks to become a user.'],
    ['a as a user without a name, GET /a: 200', 'name: The request does not ask to become anybody.'],
    ['a as " b", GET /a: 200', '" b": A header cannot carry this.'],
    ['a as b in groups c, "d\ne", f, GET /a: 200', '"d\ne": A header cannot carry this.'],
    ['a as b with UID "7 " and extra c=d, GET /a: 200', '"7 ": A header cannot carry this.'],
    ['a as b with extra c=d, e=" f" and UID 7, GET /a: 200', 'e=" f": A header cannot carry this.'],
    [
      'a as b with extra Reason=c, kubectl get pods: 200',
      'kubectl get pods: kubectl sends keys in lower case and without “=”, and not “Reason”',
    ],
    [
      'a as b with extra "c=d"=e, kubectl get pods: 200',
      'kubectl get pods: kubectl sends keys in lower case and without “=”, and not “c=d”',
    ],
    ['dana, can get pods in prod', ',: “,” is found where “can”'],
    ['no rule says', 's: The sentence ends where a word is expected.'],
  ])('%s', (sentence, said) => {
    expect(problemOf(sentence)).toContain(said)
  })

  it('is too long', () => {
    expect(problemOf(`dana can get pods in ${'x'.repeat(5000)}`)).toContain(
      'The sentence has 5,021 characters, and a goal has at most 4,000.',
    )
  })

  it('has its problem inside of the sentence, and never throws, whatever it is', () => {
    const words = fc.constantFrom(
      ...[
        'dana',
        'can',
        'cannot',
        'get',
        'pods',
        'in',
        'prod',
        'named',
        '"',
        '"a b',
        ',',
        'and',
        'as',
        ':',
        '200',
        '/x',
      ],
      ...[
        'under',
        'legacy,',
        'only',
        'nobody',
        'else',
        'at',
        'most',
        '3',
        'rules',
        'no',
        'rule',
        'says',
        'GET',
        'kubectl',
      ],
      ...[
        'the',
        'request',
        'request:',
        'asks',
        'to',
        'is',
        'from',
        'nothing',
        'changes',
        'lint',
        'finds',
        'then',
        'after',
        's',
      ],
      ...[
        'group',
        'groups',
        'anywhere',
        '\\',
        '""',
        '“',
        '.',
        'by',
        'impersonate',
        '\u0000',
        '\ud800',
        '__proto__',
        '*',
      ],
    )
    const sentence = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words, { maxLength: 12 }).map((all) => all.join(' ')),
    )
    fc.assert(
      fc.property(sentence, (text) => {
        const { goal, problem } = readGoal(text)
        expect(goal === undefined).toBe(problem !== undefined)
        if (problem === undefined) return
        expect(problem.start).toBeGreaterThanOrEqual(0)
        expect(problem.start).toBeLessThan(problem.end)
        expect(problem.end).toBeLessThanOrEqual(Math.max(1, text.length))
        expect(problem.fix).not.toBe('')
      }),
      { numRuns: 2000 },
    )
  })

  it('does not take long, however it is made', () => {
    for (const text of ['"', '\\"', ', ', 'a,', 'and ', ': ', ' ', 'in group ', '", '])
      expect(readGoal(text.repeat(4000 / text.length)).problem).toBeDefined()
    for (const text of [' ', '"', 'under ', ':']) expect(readGoal(text.repeat(1_000_000)).problem).toBeDefined()
  })
})

describe('the words of a goal', () => {
  it('may be between quotes, with blanks, commas and words of the language', () => {
    expect(questionOf('"dana in prod" can get pods named "a, b" in "and"')).toMatchObject({
      subject: { word: 'dana in prod', groups: [] },
      action: { name: 'a, b', scope: { namespace: 'and' } },
    })
    expect(questionOf('"say \\"hi\\"" cannot get pods anywhere')).toMatchObject({ subject: { word: 'say "hi"' } })
    expect(problemOf('"dana can get pods in prod')).toContain('The sentence ends where “can”')
  })

  it('may end with a full stop', () => {
    expect(readGoal('dana can get pods in prod.')).toEqual(readGoal('dana can get pods in prod'))
  })

  it('name several verbs, resources and groups', () => {
    expect(questionOf('dana in groups devs, ops and qa can get, list, and watch pods and services in prod')).toEqual({
      kind: 'can',
      can: true,
      subject: { word: 'dana', groups: ['devs', 'ops', 'qa'] },
      action: { verbs: ['get', 'list', 'watch'], what: ['pods', 'services'], scope: { namespace: 'prod' } },
    })
  })

  it('name resources as kubectl does, subresources, and verbs of impersonation', () => {
    for (const word of [
      'pods',
      'pod',
      'po',
      'Pod',
      'pods/exec',
      'deploy',
      'deployments.apps/scale',
      'deployments/scale.apps',
      'deployments/finalizers',
      'foos.example.com',
      'foos.example.com/nonsense',
      'foos/nonsense.example.com',
    ])
      expect(problemOf(`dana can get ${word} in prod`)).toBe('understood')
    expect(problemOf('portal can impersonate:user-info users named dana')).toBe('understood')
    expect(problemOf('portal can impersonate-on:user-info:list pods in prod')).toBe('understood')
    expect(problemOf('portal cannot impersonate groups')).toBe('understood')
  })

  it('name the resources that a text defines', () => {
    const defined = customResources(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.example.com}
spec: {group: example.com, scope: Cluster, names: {plural: foos, kind: Foo}, versions: [{name: v1, served: true}]}
`)
    expect(readGoal('dana can get foos', new Discovery(undefined, defined)).problem).toBeUndefined()
    expect(readGoal('dana can get foos in prod', new Discovery(undefined, defined)).problem?.message).toBe(
      'foos are in no namespace.',
    )
  })

  it('name the resources of the version of the cluster', () => {
    const goal = 'dana can get podgroups in web'
    expect(readGoal(goal, new Discovery('1.36')).problem).toBeUndefined()
    expect(readGoal(goal, new Discovery('1.35')).problem?.message).toBe(
      'Kubernetes serves “podgroups” in the API group “scheduling.k8s.io” from 1.36 on; this cluster is 1.35.',
    )
  })

  it('say the answer to a request, and whom it asks to become', () => {
    expect(
      questionOf('ops/portal as ci/bot in groups a, b, GET /api/v1/pods?limit=1: 403, by impersonate:user-info'),
    ).toEqual({
      kind: 'request',
      subject: { word: 'ops/portal', groups: [] },
      as: { word: 'ci/bot', groups: ['a', 'b'] },
      request: {
        form: 'http',
        text: 'GET /api/v1/pods?limit=1 HTTP/1.1\nImpersonate-User: system:serviceaccount:ci:bot\nImpersonate-Group: a\nImpersonate-Group: b\n',
      },
      answer: { code: 403, by: 'impersonate:user-info' },
    })
    expect(questionOf('ci as "d e", kubectl get pods: 200')).toMatchObject({
      request: { form: 'kubectl', text: "kubectl get pods '--as=d e'" },
    })
    expect(questionOf('ci as dana with UID 7 and extra a="b c", kubectl exec web -n prod -- ls -l: 200')).toMatchObject(
      {
        request: { text: "kubectl exec web -n prod --as=dana --as-uid=7 '--as-user-extra=a=b c' -- ls -l" },
      },
    )
    const written = (sentence: string) => JSON.stringify(questionOf(sentence))
    expect(written('then after 11 s, ci, GET /healthz: 200')).toContain('"then":{"after":11}')
    expect(written('then, ci, GET /healthz: 200')).toContain('"then":{"after":0}')
  })

  it('say the UID and the extra of a user, in any order', () => {
    const subject = {
      word: 'dana',
      groups: ['a', 'b'],
      uid: '7',
      extra: [
        { key: 'c', value: 'd e' },
        { key: 'f', value: 'g' },
      ],
    }
    for (const who of [
      'dana in groups a, b with UID 7 and extras c="d e", f=g',
      'dana in group a and b with uid 7 and extra c="d e" and f=g',
      'dana with UID 7 and extra c="d e" and extra f=g in groups a, b',
      'dana with extra "c"="d e", "f"="g" and UID 7 in groups a and b',
    ]) {
      expect(questionOf(`${who} can get pods in prod`)).toMatchObject({ subject })
      expect(questionOf(`${who}, GET /healthz: 200`)).toMatchObject({ subject })
      expect(questionOf(`x as ${who} can get pods in prod`)).toMatchObject({ as: subject })
      expect(questionOf(`the request asks to get pods in prod as ${who}`)).toMatchObject({ as: subject })
      expect(questionOf(`the request is from ${who}`)).toMatchObject({ subject })
    }
    expect(questionOf('with with UID with and extra with=with can get pods in prod')).toMatchObject({
      subject: { word: 'with', uid: 'with', extra: [{ key: 'with', value: 'with' }] },
    })
  })

  it('say a request in whose extra another seems to begin', () => {
    expect(questionOf('ci as dana with extra a="b, GET /c: 403, by get", GET /d: 200')).toMatchObject({
      as: { extra: [{ key: 'a', value: 'b, GET /c: 403, by get' }] },
      request: { text: 'GET /d HTTP/1.1\nImpersonate-User: dana\nImpersonate-Extra-a: b, GET /c: 403, by get\n' },
      answer: { code: 200 },
    })
  })

  it('say keys of extra as the API server knows them', () => {
    expect(questionOf('ci as dana with extras Reason=a, b%2fc=d, "e f:g"=h, GET /x: 200')).toMatchObject({
      request: {
        text: [
          'GET /x HTTP/1.1',
          'Impersonate-User: dana',
          'Impersonate-Extra-%52eason: a',
          'Impersonate-Extra-b%252fc: d',
          'Impersonate-Extra-e%20f%3Ag: h',
          '',
        ].join('\n'),
      },
    })
  })

  it('name any user as a target, and one without a name', () => {
    const target = (who: string) => {
      const question = questionOf(`ci as ${who}, GET /x: 200`)
      return question.kind === 'request' ? question.request.text.split('\n').slice(1, -1) : []
    }
    expect(target('User/a/b')).toEqual(['Impersonate-User: a/b'])
    expect(target('User/Group/b')).toEqual(['Impersonate-User: Group/b'])
    expect(target('ServiceAccount/a/b')).toEqual(['Impersonate-User: system:serviceaccount:a:b'])
    expect(target('a user without a name with UID 7')).toEqual(['Impersonate-Uid: 7'])
    expect(target('a user without a name in group ""')).toEqual(['Impersonate-Group: '])
    expect(target('a')).toEqual(['Impersonate-User: a'])
  })
})
