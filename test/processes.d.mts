export declare function processesWith(file: 'environ' | 'cmdline', text: string): string[];
