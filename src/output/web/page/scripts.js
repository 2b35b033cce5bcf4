/* adtmap: scripts that the page loads when it needs them, since a page from disk may load nothing else. */
function take(owner, member) {
    const value = owner[member];
    delete owner[member];
    return value;
}

/* Loads a script that sets a member of `owner`, and gives what `read` makes of it; what was there before
 * goes. It fails with a message for people when the script does not come, sets nothing since a part of
 * it is missing, or sets what cannot be read. */
export function loadScript(address, owner, member, read) {
    const script = document.createElement('script');
    script.src = address;
    take(owner, member);
    return new Promise((done, fail) => {
        script.addEventListener('error', () => fail(new Error(`${address} could not be loaded`)));
        script.addEventListener('load', () => {
            try {
                done(read(take(owner, member)));
            } catch {
                fail(new Error(`${address} is damaged`));
            }
        });
        document.head.append(script);
    }).finally(() => script.remove());
}
