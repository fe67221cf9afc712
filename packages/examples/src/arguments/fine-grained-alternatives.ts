import { http, scenario } from '../example.ts'
import { type Argument, argument, type Case, caseOf, verdict, verdictIf } from './argument.ts'
import {
  FEATURE_OFF,
  fineGrained,
  GENERALLY,
  GUARD,
  guardCRD,
  patch,
  SUPERSAFE,
  setGuardField,
  trigger,
  WEB,
} from './fine-grained.ts'
import { allowedAmong, checksOf, code, isAllowed } from './found.ts'
import { grant, rule } from './grants.ts'

const SUBRESOURCES = ['status', 'resize', 'ephemeralcontainers'] as const
const BY_SUBRESOURCE = grant(
  'parts',
  'User supersafe',
  rule('patch', SUBRESOURCES.map((name) => `pods/${name}`).join(' ')),
)
const bySubresource = (shows: string, path: string): Case =>
  caseOf(shows, scenario(BY_SUBRESOURCE, SUPERSAFE, http(`PATCH ${path}`)))

const THREE_FIELDS = patch(`metadata:
  labels:
    super.safe.com/owner: "yes"
  annotations:
    super.safe.com/note: checked
  finalizers:
  - super.safe.com/guard`)

const OLD_FIELD = 'selfDestructOnBreach'
const NEW_FIELD = 'triggerSelfDestructOnSecurityBreach'

/** A field of guards that v1 calls otherwise than v1beta1, under a verb for each version. */
function inVersion(
  shows: string,
  verbs: { readonly v1: string; readonly v1beta1: string },
  version: 'v1' | 'v1beta1',
): Case {
  const field = version === 'v1' ? NEW_FIELD : OLD_FIELD
  return caseOf(
    shows,
    fineGrained(
      grant(
        'guards',
        'User supersafe',
        rule(`granular granular:${verbs.v1}`, 'guards', { group: 'safety.example.com' }),
      ),
      setGuardField(field, version),
      {
        storedObject: GUARD.replace('/v1\n', `/${version}\n`),
        schema: guardCRD(
          { name: 'v1', field: NEW_FIELD, verb: verbs.v1 },
          { name: 'v1beta1', field: OLD_FIELD, verb: verbs.v1beta1 },
        ),
      },
    ),
  )
}
const IN_SCHEMA = { v1: 'selfDestruct', v1beta1: 'selfDestruct' }
const BY_NAME = { v1: NEW_FIELD, v1beta1: OLD_FIELD }

/** The guard’s value is set by `patch`, or by a verb of the field that a schema names. */
const OF_CUSTOM = {
  byVerb: caseOf('a field of a CRD, by a verb that its schema names', trigger('granular granular:selfDestruct')),
  unnamed: caseOf('the same verb, where the schema names none', {
    ...trigger('granular granular:selfDestruct'),
    schema: '',
  }),
  excluded: caseOf('a value that the schema excludes, by `patch`', trigger('patch')),
  unmarked: caseOf('the same value by `patch`, where no schema excludes it', { ...trigger('patch'), schema: '' }),
}

/** Claims of KEP-3617 about its alternatives, where requests can decide them. */
export const fineGrainedAlternatives: readonly Argument[] = [
  argument({
    id: 'subresources-compose',
    title: 'With subresources, changing N parts takes N requests',
    claim: {
      quote: 'if you want to make changes to N fields you have to make N API requests',
      document: 'kep-3617',
      section: 'Alternatives, Subresources',
    },
    assumes: 'Three subresources that pods have represent those of other fields.',
    cases: {
      status: bySubresource('`status`, by its subresource', `${WEB}/status`),
      resize: bySubresource('`resize`, by its subresource', `${WEB}/resize`),
      ephemeralcontainers: bySubresource('`ephemeralcontainers`, by its subresource', `${WEB}/ephemeralcontainers`),
      whole: bySubresource('the pod in one request, with the same rules', WEB),
      fields: caseOf('three fields in one request, by verbs of fields', fineGrained(GENERALLY, THREE_FIELDS)),
    },
    settle(of) {
      const parts = SUBRESOURCES.map((name) => of(name))
      return verdict(
        parts.every(isAllowed) && !isAllowed(of('whole')) && isAllowed(of('fields')),
        `Rules on ${parts.length} subresources allow ${allowedAmong(parts)} requests, one for each, and not one request to the pod: ${code(
          of('whole'),
        )}. By verbs of fields one request changes ${of('fields').fieldChecks?.changed ?? 0} fields: ${code(of('fields'))}, in ${
          checksOf(of('fields')).length
        } checks.`,
      )
    },
  }),
  argument({
    id: 'subresources-goal',
    title: 'Subresources do not withhold a field from those who may write the object',
    claim: {
      quote: "Subresources don't solve goal #2 in this KEP.",
      document: 'kep-3617',
      section: 'Alternatives, Subresources',
    },
    assumes: 'A server without the feature represents one that has subresources alone.',
    cases: {
      without: caseOf('the field is set by `patch`, feature off', { ...trigger('patch'), ...FEATURE_OFF }),
      excluded: caseOf('the same, and the schema excludes the value', trigger('patch')),
    },
    settle(of) {
      return verdict(
        isAllowed(of('without')) && !isAllowed(of('excluded')),
        `Goal 2 is to restrict fields from users who may change the object. Who holds \`patch\` on it sets the field: ${code(
          of('without'),
        )}; a subresource beside it takes nothing away. Where the schema excludes the value it is ${code(of('excluded'))}.`,
      )
    },
  }),
  argument({
    id: 'field-names-versions',
    title: 'Permissions made of field names differ between versions',
    claim: {
      quote: 'It is too hard for system administrators to ensure that users have the same permissions no matter',
      document: 'kep-3617',
      section: 'Alternatives, Automatically produce permissions from field names',
    },
    assumes: 'A field of guards has another name in v1beta1 than in v1. Granted is its verb in v1.',
    cases: {
      schemaV1: inVersion('a verb that the schema names, v1', IN_SCHEMA, 'v1'),
      schemaV1beta1: inVersion('a verb that the schema names, v1beta1', IN_SCHEMA, 'v1beta1'),
      nameV1: inVersion('a verb made of the field’s name, v1', BY_NAME, 'v1'),
      nameV1beta1: inVersion('a verb made of the field’s name, v1beta1', BY_NAME, 'v1beta1'),
    },
    settle(of) {
      return verdict(
        isAllowed(of('schemaV1')) &&
          isAllowed(of('schemaV1beta1')) &&
          isAllowed(of('nameV1')) !== isAllowed(of('nameV1beta1')),
        `One verb in the schemas of both versions gives ${code(of('schemaV1'))} and ${code(
          of('schemaV1beta1'),
        )}. A verb made of the field’s name in v1 gives ${code(of('nameV1'))} there and ${code(
          of('nameV1beta1'),
        )} in v1beta1, for the same value of the same object.`,
      )
    },
  }),
  argument({
    id: 'hard-coded',
    title: 'Hard-coded permissions leave open how to configure them',
    claim: {
      quote: 'leaves us with the problem of how to configure the permissions',
      document: 'kep-3617',
      section: 'Alternatives, Hard-code permissions instead of putting them in the schema',
    },
    assumes:
      'The verbs of metadata, which are the same for every type, represent hard-coded ones. A CRD without a schema represents a field that no code names.',
    cases: {
      metadata: caseOf('a label of a pod, by a verb that the API server has', fineGrained(GENERALLY, THREE_FIELDS)),
      ...OF_CUSTOM,
    },
    settle(of) {
      return verdictIf(
        'the field is of a type that the API server does not have',
        isAllowed(of('byVerb')) && !isAllowed(of('excluded')) && !isAllowed(of('unnamed')) && isAllowed(of('unmarked')),
        !isAllowed(of('metadata')),
        `Metadata has the same fields in every type, and its verbs need no configuration: ${code(
          of('metadata'),
        )}. What a custom resource needs, code cannot name in advance. With the markers of a schema its verb gives ${code(
          of('byVerb'),
        )} and withholds the value from \`patch\`, ${code(of('excluded'))}; without them it is ${code(
          of('unnamed'),
        )} and ${code(of('unmarked'))}.`,
      )
    },
  }),
  argument({
    id: 'cel-admission',
    title: 'Unlike CEL admission, these checks are available everywhere',
    claim: {
      quote: "doesn't meet the requirement of being universally available",
      document: 'kep-3617',
      section: 'Alternatives, Wait for CEL-based admission',
    },
    assumes:
      'A server with the feature off represents one that has admission alone. Admission comes after authorization.',
    cases: {
      on: caseOf('a value that the schema excludes, by `patch`', trigger('patch')),
      off: caseOf('the same, feature off', { ...trigger('patch'), ...FEATURE_OFF }),
      verbOn: caseOf('the value by its own verb, without `patch`', trigger('granular granular:selfDestruct')),
      verbOff: caseOf('the same, feature off', { ...trigger('granular granular:selfDestruct'), ...FEATURE_OFF }),
    },
    settle(of) {
      return verdictIf(
        'the feature of this KEP is on',
        !isAllowed(of('on')) && isAllowed(of('verbOn')),
        !isAllowed(of('off')) || isAllowed(of('verbOff')),
        `This feature can be off, too, and then nothing withholds the value: ${code(of('on'))} with it and ${code(
          of('off'),
        )} without. But admission, even where it is on, only refuses. Who holds the verb of the field alone gets ${code(
          of('verbOn'),
        )} with the feature; without it the answer is ${code(
          of('verbOff'),
        )} before admission is asked, so goal 1 of the KEP needs a check in authorization.`,
      )
    },
  }),
]
