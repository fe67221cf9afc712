export { adviceOn } from './advice.ts'
export type { BodyFields } from './body-fields.ts'
export { printFieldRequirement } from './field-selector.ts'
export {
  type FieldChanges,
  fieldProblem,
  fieldsOf,
  type RequestFields,
  type ResourceFields,
  withFields,
} from './fields.ts'
export {
  canonicalHeaderName,
  IMPERSONATE_EXTRA_PREFIX,
  IMPERSONATE_GROUP,
  IMPERSONATE_UID,
  IMPERSONATE_USER,
  isToken,
} from './header-names.ts'
export { isSendableValue, trimmedValue } from './header-value.ts'
export { readHTTP } from './http.ts'
export { printHTTP } from './http-print.ts'
export { type Target, targetOf } from './impersonation.ts'
export {
  type ExtraField,
  headerNameRead,
  type ImpersonationFields,
  impersonationOf,
} from './impersonation-fields.ts'
export { printLabelRequirement } from './label-selector.ts'
export { contentTypeOf, mediaTypeOf } from './media-type.ts'
export type {
  CommandRequest,
  HTTPHeader,
  HTTPRequest,
  PrintedRequest,
  ReadRequest,
  RequestForm,
  RequestText,
} from './request.ts'
export { type AttributesResult, attributesOf } from './request-line.ts'
export { type ResourceLocation, resourcePath } from './resource-path.ts'
export { asksTheSame } from './same-request.ts'
export { printedTarget, splitTarget, targetRefusal } from './target.ts'
export { METHOD_OF_VERB } from './verb-methods.ts'
export { impersonatingHeaders, withImpersonation } from './with-impersonation.ts'
