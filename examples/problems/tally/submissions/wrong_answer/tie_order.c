/* Items that were sold equally often come out in reverse alphabetical order. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    char word[21];
    int count;
};

static int by_rank(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : strcmp(y->word, x->word);
}

int main(void) {
    static struct item items[2000];
    int n, kinds = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        char word[21];
        int k = 0;
        if (scanf("%20s", word) != 1) return 1;
        for (char *c = word; *c; c++) *c = (char)tolower((unsigned char)*c);
        while (k < kinds && strcmp(items[k].word, word) != 0) k++;
        if (k == kinds) strcpy(items[kinds++].word, word);
        items[k].count++;
    }
    qsort(items, (size_t)kinds, sizeof *items, by_rank);
    for (int i = 0; i < kinds; i++) printf("%s %d\n", items[i].word, items[i].count);
    return 0;
}
