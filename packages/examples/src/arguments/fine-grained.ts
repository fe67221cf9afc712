import type { Scenario, Trace } from '@authz-playground/engine'
import { http, scenario, user } from '../example.ts'
import { type Argument, argument, type Case, caseOf, countTable, verdict, verdictIf } from './argument.ts'
import { checksOf, code, isAllowed, times } from './found.ts'
import { grant, rule } from './grants.ts'

export const SUPERSAFE = user('supersafe')
const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: prod
spec:
  containers:
  - name: app
    image: registry.example.com/app:1
`
export const WEB = '/api/v1/namespaces/prod/pods/web'

export function patch(body: string, path = WEB): string {
  return `${http(`PATCH ${path}`, { 'Content-Type': 'application/merge-patch+json' })}\n\n${body.trim()}`
}

const domain = (i: number): string => `team-${i}.example.com`
const labels = (count: number): string =>
  patch(`metadata:\n  labels:\n${Array.from({ length: count }, (_, i) => `    ${domain(i)}/owner: "yes"`).join('\n')}`)

/** A verb for each of this many label prefixes, but none for all of them. */
const oneByOne = (count: number): string =>
  grant(
    'label-by-label',
    'User supersafe',
    rule(['granular', ...Array.from({ length: count }, (_, i) => `granular:label(${domain(i)})`)].join(' '), 'pods'),
  )
export const GENERALLY = grant('all-of-metadata', 'User supersafe', rule('granular granular:metadata', 'pods'))
const NOTHING_OF_IT = grant('granular-alone', 'User supersafe', rule('granular', 'pods'))

export const fineGrained = (policy: string, request: string, rest: Partial<Scenario> = {}): Scenario => ({
  ...scenario(policy, SUPERSAFE, request, { design: 'fine-grained' }),
  storedObject: POD,
  ...rest,
})

const SIZES = [1, 10, 40] as const
const generally = (count: number): Case =>
  caseOf(`${times(count, 'label')}, granted by \`granular:metadata\``, fineGrained(GENERALLY, labels(count)))
const singly = (count: number): Case =>
  caseOf(`${times(count, 'label')}, each granted by a verb of its own`, fineGrained(oneByOne(count), labels(count)))

function fieldChecks({ fieldChecks }: Trace): number {
  return fieldChecks?.checks ?? 0
}

const NAMESPACE = `apiVersion: v1
kind: Namespace
metadata:
  name: prod
  labels:
    pod-security.kubernetes.io/enforce: restricted
`
const setLabel = (name: string, value: string): string =>
  patch(`metadata:\n  labels:\n    pod-security.kubernetes.io/${name}: ${value}`, '/api/v1/namespaces/prod')
const onNamespace = (verbs: string, request: string): Scenario => ({
  ...fineGrained(grant('namespaces', 'User supersafe', rule(verbs, 'namespaces')), request),
  storedObject: NAMESPACE,
})
const WARN_ONLY = 'granular granular:label(pod-security.kubernetes.io)'

interface GuardVersion {
  readonly name: string
  readonly field: string
  /** The verb of the field. */
  readonly verb: string
  /** Whether the value `true` is excluded from ordinary verbs. */
  readonly excluded?: true
}

/** The definition of guards, with a field that has a verb of its own in each version. The first version is stored. */
export function guardCRD(...versions: readonly GuardVersion[]): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: guards.safety.example.com
spec:
  group: safety.example.com
  scope: Namespaced
  names:
    plural: guards
    kind: Guard
  versions:
${versions.map(versionText).join('')}`
}

function versionText({ name, field, verb, excluded }: GuardVersion, index: number): string {
  return `  - name: ${name}
    served: true
    storage: ${index === 0}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-permission-verb: specification
            properties:
              ${field}:
                type: boolean
                x-kubernetes-permission-verb: ${verb}
${excluded ? '                x-kubernetes-permission-excluded: [true]\n' : ''}`
}

const TRIGGER = 'triggerSelfDestructOnSecurityBreach'
export const GUARD = `apiVersion: safety.example.com/v1
kind: Guard
metadata:
  name: gate
  namespace: prod
`
/** The request that sets a field of the stored guard. */
export function setGuardField(field: string, version: string): string {
  return patch(`spec:\n  ${field}: true`, `/apis/safety.example.com/${version}/namespaces/prod/guards/gate`)
}

/** A user with these verbs on guards sets the value that the schema excludes. */
export const trigger = (verbs: string): Scenario => ({
  ...fineGrained(
    grant('guards', 'User supersafe', rule(verbs, 'guards', { group: 'safety.example.com' })),
    setGuardField(TRIGGER, 'v1'),
  ),
  storedObject: GUARD,
  schema: guardCRD({ name: 'v1', field: TRIGGER, verb: 'selfDestruct', excluded: true }),
})
export const FEATURE_OFF = { assumptions: { 'fine-grained': { feature: 'off' } } }

/** The claims of KEP-3617, and the cost of a hostile request. */
export const fineGrainedArguments: readonly Argument[] = [
  argument({
    id: 'logarithmic',
    title: 'The number of checks grows with the logarithm of the fields at most',
    claim: {
      quote: 'certainly not more than O(log(number of fields))',
      document: 'kep-3617',
      section: 'Authorization System Background and Requirements',
    },
    assumes:
      'Counted are the checks with verbs of fields. Permissions are asked field by field, from general to specific.',
    cases: {
      general1: generally(SIZES[0]),
      general10: generally(SIZES[1]),
      general40: generally(SIZES[2]),
      single1: singly(SIZES[0]),
      single10: singly(SIZES[1]),
      single40: singly(SIZES[2]),
    },
    settle(of) {
      const general = [of('general1'), of('general10'), of('general40')].map(fieldChecks)
      const single = [of('single1'), of('single10'), of('single40')].map(fieldChecks)
      // Ten times the fields may cost a few checks more, and not ten times as many.
      const logarithmic = (counts: readonly number[]) => (counts[2] ?? 0) - (counts[0] ?? 0) <= Math.log2(SIZES[2])
      return verdictIf(
        'a general permission covers the fields',
        logarithmic(general),
        logarithmic(single),
        'With `granular:metadata` the number does not grow. With a verb for each label there is one check for every field, and the general ones first.',
        countTable(
          'Checks',
          SIZES.map((size) => times(size, 'label')),
          [
            ['with `granular:metadata`', general],
            ['with a verb for each label', single],
          ],
        ),
      )
    },
  }),
  argument({
    id: 'hostile-request',
    title: 'The first field that fails keeps a hostile request cheap',
    claim: {
      quote: 'we will not check all special permissions for a request once we',
      document: 'kep-3617',
      section: 'Risks and Mitigations',
    },
    assumes: 'Permissions are asked field by field; the text does not say whether by field or by level.',
    cases: {
      none: caseOf('40 labels of others', fineGrained(NOTHING_OF_IT, labels(40))),
      allButOne: caseOf('40 labels, of which all but the last may be set', fineGrained(oneByOne(39), labels(40))),
      stranger: caseOf(
        '40 labels from somebody without `granular`',
        fineGrained('# Nothing is granted.\n', labels(40)),
      ),
    },
    settle(of) {
      const [cheap, dear] = [fieldChecks(of('none')), fieldChecks(of('allButOne'))]
      return verdictIf(
        'the requestor holds few verbs of fields',
        cheap < 40 / 4,
        dear < 40 / 4,
        `Forty labels of others cost ${times(cheap, 'check')}: the first that fails ends it. A user with 39 of the verbs makes the server run ${dear} before the last fails. Without \`granular\` it is ${fieldChecks(
          of('stranger'),
        )}. Each is answered ${code(of('none'))}.`,
      )
    },
  }),
  argument({
    id: 'three-to-four-times',
    title: 'At worst there are three to four times as many calls',
    claim: {
      quote: 'usage of the feature could worst-case-plausibly 3-4x the number of authz calls',
      document: 'kep-3617',
      section: 'Scalability',
    },
    cases: {
      plain: caseOf(
        'one label, by `patch`',
        fineGrained(grant('patches', 'User supersafe', rule('patch', 'pods')), labels(1)),
      ),
      generally: generally(10),
      one: singly(1),
      ten: singly(10),
    },
    settle(of) {
      const all = (name: 'plain' | 'generally' | 'one' | 'ten') => checksOf(of(name)).length
      return verdictIf(
        'a general permission covers the fields',
        all('generally') <= 4 * all('plain'),
        all('one') <= 4 * all('plain') && all('ten') <= 4 * all('plain'),
        `With \`patch\` the request costs ${times(all('plain'), 'check')}. Ten labels under a general permission cost ${all(
          'generally',
        )}; one label under a verb of its own ${all('one')}, ten labels ${all('ten')}.`,
      )
    },
  }),
  argument({
    id: 'case-three',
    title: 'One label of an existing type cannot be kept back',
    claim: {
      quote: 'The current design cannot accommodate this.',
      document: 'kep-3617',
      section: 'Levels of schema control, case 3',
    },
    cases: {
      ordinary: caseOf('`enforce`, by `patch`', onNamespace('patch', setLabel('enforce', 'privileged'))),
      warn: caseOf('`warn`, by a verb for its prefix', onNamespace(WARN_ONLY, setLabel('warn', 'privileged'))),
      enforce: caseOf('`enforce`, by the same verb', onNamespace(WARN_ONLY, setLabel('enforce', 'privileged'))),
    },
    settle(of) {
      return verdict(
        isAllowed(of('ordinary')) && isAllowed(of('enforce')),
        `A user who may patch namespaces sets \`pod-security.kubernetes.io/enforce\`: ${code(
          of('ordinary'),
        )}, and no schema of an existing type can exclude it. A verb does not distinguish it from its neighbours either: the one that covers \`warn\`, ${code(
          of('warn'),
        )}, covers \`enforce\`, ${code(of('enforce'))}.`,
      )
    },
  }),
  argument({
    id: 'downgrade-exclusive',
    title: 'On downgrade, excluded fields are excluded no longer',
    claim: {
      quote: 'be able to use them). Fields marked exclusive would also stop being exclusive',
      document: 'kep-3617',
      section: 'Upgrade / Downgrade Strategy',
    },
    cases: {
      on: caseOf('an ordinary user sets the value', trigger('patch')),
      off: caseOf('the same, after the downgrade', { ...trigger('patch'), ...FEATURE_OFF }),
      granularOn: caseOf('a fine-grained permission is used', trigger('granular granular:selfDestruct')),
      granularOff: caseOf('the same, after the downgrade', {
        ...trigger('granular granular:selfDestruct'),
        ...FEATURE_OFF,
      }),
    },
    settle(of) {
      return verdict(
        !isAllowed(of('on')) && isAllowed(of('off')) && isAllowed(of('granularOn')) && !isAllowed(of('granularOff')),
        `With \`patch\` alone the excluded value gets ${code(of('on'))} with the feature and ${code(
          of('off'),
        )} without it. With fine-grained verbs alone it is ${code(of('granularOn'))} and ${code(
          of('granularOff'),
        )}: narrower permissions stop working, and excluded fields are open.`,
      )
    },
  }),
  argument({
    id: 'upgrade-no-effect',
    title: 'Turning the feature on changes nothing for those who do not use it',
    claim: {
      quote: 'Turning on this feature (via upgrade) should have no effect to an existing cluster.',
      document: 'kep-3617',
      section: 'Upgrade / Downgrade Strategy',
    },
    assumes: 'No field is marked as excluded, and no rule names a verb that begins with `granular`.',
    cases: {
      heldOff: caseOf(
        '`patch` is held, feature off',
        fineGrained(grant('patches', 'User supersafe', rule('patch', 'pods')), labels(1), FEATURE_OFF),
      ),
      heldOn: caseOf(
        '`patch` is held, feature on',
        fineGrained(grant('patches', 'User supersafe', rule('patch', 'pods')), labels(1)),
      ),
      lackedOff: caseOf(
        '`patch` is not held, feature off',
        fineGrained(grant('reads', 'User supersafe', rule('get', 'pods')), labels(1), FEATURE_OFF),
      ),
      lackedOn: caseOf(
        '`patch` is not held, feature on',
        fineGrained(grant('reads', 'User supersafe', rule('get', 'pods')), labels(1)),
      ),
    },
    settle(of) {
      const same = (a: 'heldOff' | 'lackedOff', b: 'heldOn' | 'lackedOn') =>
        JSON.stringify(of(a).outcome) === JSON.stringify(of(b).outcome)
      return verdict(
        isAllowed(of('heldOff')) &&
          isAllowed(of('heldOn')) &&
          same('lackedOff', 'lackedOn') &&
          !isAllowed(of('lackedOn')),
        `The answers stay: ${code(of('heldOff'))} and ${code(of('heldOn'))} for who holds \`patch\`, ${code(
          of('lackedOff'),
        )} and ${code(of('lackedOn'))} for who does not${same('lackedOff', 'lackedOn') ? ', in the same words' : ''}. A refused change costs ${
          checksOf(of('lackedOn')).length
        } checks where it cost ${checksOf(of('lackedOff')).length}: \`granular\` is asked too.`,
      )
    },
  }),
]
