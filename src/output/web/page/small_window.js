/* adtmap: windows as small as those of phones. The style sheet has the same condition. */

export const SMALL = '(max-width: 600px), (max-height: 480px)';

export const isSmall = () => window.matchMedia(SMALL).matches;
