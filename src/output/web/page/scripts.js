/* adtmap: scripts that the page loads when it needs them, since a page from disk may load nothing else. */
adtmap.scripts = (function () {
    'use strict';

    function take(owner, member) {
        const value = owner[member];
        delete owner[member];
        return value;
    }

    /* Loads a script that sets a member of `owner`, and gives what it set; what was there before goes. It
     * fails with a message for people when the script does not come, or is damaged: then it sets nothing. */
    function load(address, owner, member) {
        const script = document.createElement('script');
        script.src = address;
        take(owner, member);
        return new Promise((done, fail) => {
            script.addEventListener('error', () => fail(new Error(`${address} could not be loaded`)));
            script.addEventListener('load', () => {
                const value = take(owner, member);
                if (value === undefined) {
                    fail(new Error(`${address} is damaged`));
                }
                done(value);
            });
            document.head.append(script);
        }).finally(() => script.remove());
    }

    return { load };
})();
