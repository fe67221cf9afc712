/** Any value: this browser has shown the question about the first example. */
const ASKED = 'authz-playground/asked'

/** Any value: this browser has seen the tour, or declined it. */
export const TOUR_TAKEN = 'authz-playground/tour'

/** Nobody has chosen an audience in this browser, taken the tour, or changed anything. */
function isFirstVisit(): boolean {
  try {
    return [TOUR_TAKEN, 'authz-playground/scenario', 'authz-playground/door'].every(
      (key) => localStorage.getItem(key) === null,
    )
  } catch {
    return false
  }
}

/**
 * Whether the page opens at the beginning of its first example and asks what is expected: on a first visit by the bare address,
 * where motion is welcome. It does so once: the browser remembers that it was asked.
 */
export function opensWithQuestion(): boolean {
  // Without storage, as in tests, it is never a first visit.
  if (!isFirstVisit() || location.hash !== '' || matchMedia('(prefers-reduced-motion: reduce)').matches) return false
  try {
    if (localStorage.getItem(ASKED) !== null) return false
    localStorage.setItem(ASKED, 'yes')
    return true
  } catch {
    // Without storage it would ask each time.
    return false
  }
}
