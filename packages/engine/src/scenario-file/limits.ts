/** The most characters of a document, and bytes of an inflated link. The policy of the largest clusters has a few million. */
export const LONGEST = 20_000_000

/** The most goals of a document. All of them are judged at every keystroke. */
export const MOST_GOALS = 1000

/** The most requests of a document. All of them are decided at every keystroke. */
export const MOST_REQUESTS = 500

/** The most expected answers of a document: some for each request. */
export const MOST_EXPECTATIONS = 5000
