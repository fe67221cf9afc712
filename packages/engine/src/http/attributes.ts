import { attributesBy } from './request-line.ts'
import { SELECTOR_READING } from './selectors.ts'

/**
 * Reads method and target as the API server does for authorization, with `AuthorizeWithSelectors` on
 * (Go: `RequestInfoFactory.NewRequestInfo`, then `filters.GetAuthorizerAttributes`).
 */
export const attributesOf = attributesBy(() => SELECTOR_READING)
