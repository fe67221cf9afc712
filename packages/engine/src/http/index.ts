export { adviceOn } from './advice.ts'
export type { BodyFields } from './body-fields.ts'
export { needsCreateToConnect } from './connection.ts'
export { parseFieldSelector, printFieldRequirement } from './field-selector.ts'
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
  contentTypeOf,
  IMPERSONATE_EXTRA_PREFIX,
  IMPERSONATE_GROUP,
  IMPERSONATE_UID,
  IMPERSONATE_USER,
  isSendableValue,
  isToken,
  mediaTypeOf,
  trimmedValue,
} from './headers.ts'
export { readHTTP } from './http.ts'
export { printHTTP } from './http-print.ts'
export { type Target, targetOf } from './impersonation.ts'
export {
  type ExtraField,
  headerNameRead,
  type ImpersonationFields,
  impersonationOf,
} from './impersonation-fields.ts'
export { parseLabelSelector, printLabelRequirement } from './label-selector.ts'
export type {
  CommandRequest,
  HTTPHeader,
  HTTPRequest,
  PrintedRequest,
  ReadRequest,
  RequestForm,
  RequestText,
} from './request.ts'
export {
  type AttributesResult,
  asksTheSame,
  attributesOf,
  METHOD_OF_VERB,
  type ResourceLocation,
  resourcePath,
} from './request-line.ts'
export type { ParsedSelector } from './selector.ts'
export { printedTarget, splitTarget, targetRefusal } from './target.ts'
export { impersonatingHeaders, withImpersonation } from './with-impersonation.ts'
