/* adtmap: the comparison of renderings on the page. What shows one is loaded when it is asked for. */
import { makeLater } from './later.js';

/* `parts` is what comparison.js takes. */
export function makeComparePage(parts) {
    const comparison = makeLater(({ makeComparison }) => makeComparison(parts));
    let wanted = null; /* by a link, before it is shown */
    return {
        toggle: () => comparison.use((view) => view.toggle()),
        step: (by) => comparison.use((view) => view.step(by)),
        shown: () => (comparison.part() ? comparison.part().shown() : wanted),
        show(next) {
            wanted = next;
            if (next || comparison.part()) {
                comparison.use((view) => view.show(wanted));
            }
        },
    };
}
