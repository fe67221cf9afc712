import fc from 'fast-check'
import { AUTHORIZATION_MODES } from '../authorizers/index.ts'
import { DESIGN_LIST } from '../designs/index.ts'
import { KUBERNETES_VERSIONS } from '../kube/index.ts'
import type { ScenarioDocument } from './read.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('', ' ', '\n', 'a\n b\n', '# x', '- a\n---\n', 'no', '1.36', '\t', 'a: b\n'),
)
const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const given = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
const userOf = fc
  .record({
    username: anyText,
    uid: option(anyText),
    groups: option(fc.array(anyText, { maxLength: 3 })),
    extra: option(
      fc.dictionary(
        fc.oneof(anyText, fc.constantFrom('constructor', '__proto__')),
        fc.array(anyText, { maxLength: 2 }),
        { maxKeys: 2, noNullPrototype: true },
      ),
    ),
  })
  .map(given)
const sentOf = fc
  .record({
    request: fc.record({ form: fc.constantFrom('http', 'kubectl', 'curl', 'review'), text: anyText }),
    requestor: userOf,
    after: option(fc.nat()),
  })
  .map(given)
/** Generates any scenario document: texts of every kind, and every combination of optional fields. */
export const anyDocument = fc
  .record({
    title: anyText,
    explanation: anyText,
    sent: sentOf,
    rest: fc
      .record({
        policy: anyText,
        objects: option(anyText),
        webhook: option(anyText),
        storedObject: option(anyText),
        designText: option(anyText),
        webhookChanges: option(anyText),
        schema: option(anyText),
        design: fc.constantFrom(...DESIGN_LIST.map(({ id }) => id)),
        assumptions: option(fc.constant({ proposal: { a: 'b' } })),
        earlier: option(fc.array(sentOf, { minLength: 1, maxLength: 2 })),
        later: option(fc.array(sentOf, { minLength: 1, maxLength: 2 })),
        cluster: fc
          .record({
            version: fc.constantFrom(...KUBERNETES_VERSIONS),
            authorizationModes: fc.uniqueArray(fc.constantFrom(...AUTHORIZATION_MODES), { minLength: 1 }),
            constrainedImpersonation: option(fc.boolean()),
            defaultRoles: option(fc.boolean()),
          })
          .map(given),
      })
      .map(given),
    step: option(fc.nat()),
  })
  .map(
    ({ title, explanation, sent, rest, step }): ScenarioDocument =>
      given({ title, explanation, scenario: { version: 2, ...sent, ...rest }, step, expect: [] }) as ScenarioDocument,
  )
